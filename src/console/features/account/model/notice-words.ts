import { NOTICE_TITLES } from '../../../../shared/notice-titles.ts';
import type { Notification } from '../../../api/types.ts';

export type NoticeKind = keyof typeof NOTICE_TITLES;

const KINDS = Object.keys(NOTICE_TITLES) as NoticeKind[];

export interface NoticeFacts {
  readonly imageId: number | null;
  readonly filename: string;
  readonly reason: string;
  /** ISO 8601; '' without one. */
  readonly deletionDueAt: string;
}

/** The kind of a known notification; null for others, whose stored text is shown. */
export function findNoticeKind({ title }: Pick<Notification, 'title'>): NoticeKind | null {
  return KINDS.find((kind) => NOTICE_TITLES[kind] === title) ?? null;
}

export function readNoticeFacts({
  message,
  metadata,
}: Pick<Notification, 'message' | 'metadata'>): NoticeFacts {
  const known = parse(metadata);
  const { image_id: imageId, reason, deletion_due_at: deletionDueAt } = known;
  return {
    imageId: typeof imageId === 'number' ? imageId : null,
    filename: message.slice(0, Math.max(0, message.lastIndexOf(': '))),
    reason: typeof reason === 'string' ? reason : '',
    deletionDueAt: typeof deletionDueAt === 'string' ? deletionDueAt : '',
  };
}

function parse(metadata: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(metadata);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
