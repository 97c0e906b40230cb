/** Entries of the audit trail, taken apart. */

import type { AuditEntry } from '../../../api/types.ts';

export type SubjectKind = 'user' | 'image' | 'event' | 'setting';

export interface Subject {
  readonly kind: SubjectKind;
  /** A number, or the key of a setting. */
  readonly id: string;
}

export type AuditFilter = 'all' | 'actor' | 'user' | 'image' | 'setting';

/** What an address asks for: whose deeds, or those to what. */
export interface AuditChoice {
  readonly filter: AuditFilter;
  /** Of the filter; '' while nothing is chosen, which leaves nothing out. */
  readonly value: string;
}

const KINDS: readonly SubjectKind[] = ['user', 'image', 'event', 'setting'];

/** `user:7`, `setting:storage_path`; null for what is neither of those known. */
export function readSubject(subject: string): Subject | null {
  const [name = '', id = ''] = subject.split(/:(.*)/su);
  const kind = KINDS.find((known) => known === name);
  return kind === undefined || id === '' ? null : { kind, id };
}

/** The fields of a detail, which is JSON; none when it says nothing, all of it when it is no object. */
export function readDetail(detail: string): readonly (readonly [field: string, value: unknown])[] {
  try {
    const value: unknown = JSON.parse(detail);
    if (typeof value === 'object' && value !== null) return Object.entries(value);
  } catch {
    // Shown as it is.
  }
  return [['', detail]];
}

/** The ids of all people in some entries. */
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

/** What the query of a page's address asks for. */
export function readChoice(query: Readonly<Record<string, string | undefined>>): AuditChoice {
  if (query['actor'] !== undefined) return { filter: 'actor', value: query['actor'] };
  for (const filter of ['user', 'image', 'setting'] as const) {
    const value = query[filter];
    if (value !== undefined) return { filter, value };
  }
  return { filter: 'all', value: '' };
}

/** The query of the API for a choice; null while it is not complete. */
export function toAuditQuery({
  filter,
  value,
}: AuditChoice): { actor_id?: number; subject?: string } | null {
  if (filter === 'all' || value === '') return {};
  if (filter === 'setting') return { subject: `setting:${value}` };
  if (!/^[1-9]\d{0,15}$/u.test(value)) return null;
  return filter === 'actor' ? { actor_id: Number(value) } : { subject: `${filter}:${value}` };
}
