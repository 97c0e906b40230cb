/** What notifications say in the language of the console. The service stores them in English. */

import type { Notification } from '../api/types.ts';

/** The notices that the service is known to write, by the title under which it does. */
const NOTICES = {
  'Password changed': 'passwordChanged',
  'Account deletion scheduled': 'deletionScheduled',
  'Account deletion cancelled': 'deletionCancelled',
  'Account disabled': 'accountDisabled',
  'Image could not be published': 'imageFailed',
} as const;

export type NoticeKind = (typeof NOTICES)[keyof typeof NOTICES];

export interface NoticeFacts {
  readonly imageId: number | null;
  /** Of an image that could not be published. */
  readonly filename: string;
  readonly reason: string;
  /** ISO 8601; '' when there is none. */
  readonly deletionDueAt: string;
}

/** Which known notice it is; null for any other, whose own words are shown. */
export function findNoticeKind({ title }: Pick<Notification, 'title'>): NoticeKind | null {
  return Object.hasOwn(NOTICES, title) ? NOTICES[title as keyof typeof NOTICES] : null;
}

/** Reads what its metadata tell; what is not there is empty. */
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
