import { readId } from '../../../../shared/pages.ts';
import type { AuditEntry } from '../../../api/types.ts';

export type SubjectKind = 'user' | 'image' | 'event' | 'invitation' | 'setting';

export interface Subject {
  readonly kind: SubjectKind;
  /** An id, or the key of a setting. */
  readonly id: string;
}

export type AuditFilter = 'all' | 'actor' | 'user' | 'image' | 'setting';

/** The filter in an address. */
export interface AuditChoice {
  readonly filter: AuditFilter;
  /** The value of the filter; '' filters nothing. */
  readonly value: string;
}

const KINDS: readonly SubjectKind[] = ['user', 'image', 'event', 'invitation', 'setting'];

/** Parses `user:7` or `setting:storage_path`; null for unknown kinds. */
export function readSubject(subject: string): Subject | null {
  const [name = '', id = ''] = subject.split(/:(.*)/su);
  const kind = KINDS.find((known) => known === name);
  return kind === undefined || id === '' ? null : { kind, id };
}

/** The fields of a JSON detail; none if it is empty, the raw text if it is no object. */
export function readDetail(detail: string): readonly (readonly [field: string, value: unknown])[] {
  try {
    const value: unknown = JSON.parse(detail);
    if (typeof value === 'object' && value !== null) return Object.entries(value);
  } catch {}
  return [['', detail]];
}

export function listPeople(entries: readonly AuditEntry[]): number[] {
  const ids = entries.flatMap(({ actor_id: actor, subject, detail }) => {
    const target = readSubject(subject);
    const owner = readDetail(detail).find(([field]) => field === 'user_id')?.[1];
    return [
      ...(actor === null ? [] : [actor]),
      ...(target?.kind === 'user' ? [Number(target.id)] : []),
      ...(typeof owner === 'number' ? [owner] : []),
    ];
  });
  return [...new Set(ids)];
}

/** Parses the filter of an address. */
export function readChoice(query: Readonly<Record<string, string | undefined>>): AuditChoice {
  if (query['actor'] !== undefined) return { filter: 'actor', value: query['actor'] };
  for (const filter of ['user', 'image', 'setting'] as const) {
    const value = query[filter];
    if (value !== undefined) return { filter, value };
  }
  return { filter: 'all', value: '' };
}

/** The API query of a filter; null while it is incomplete. */
export function toAuditQuery({
  filter,
  value,
}: AuditChoice): { actor_id?: number; subject?: string } | null {
  if (filter === 'all' || value === '') return {};
  if (filter === 'setting') return { subject: `setting:${value}` };
  const id = readId(value);
  if (id === null) return null;
  return filter === 'actor' ? { actor_id: id } : { subject: `${filter}:${value}` };
}
