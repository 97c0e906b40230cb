import { signal } from '@preact/signals';
import { ApiError, ConnectionError } from '../../../../client/errors.ts';
import { api, call } from '../../../api/client.ts';
import { user } from '../../../state/session.ts';

const IDS_MAX = 100;

/** Null for deleted users. */
const names = signal<ReadonlyMap<number, string | null>>(new Map());

const asked = new Set<number>();

/** The name of a user; null while unknown or after deletion. */
export function nameOfUser(id: number): string | null {
  return id === user.value?.id ? user.value.username : (names.value.get(id) ?? null);
}

/** Requests unknown names. Without an answer, ids are shown. */
export async function learnNames(ids: readonly number[]): Promise<void> {
  const isUnknown = (id: number): boolean =>
    !names.peek().has(id) && !asked.has(id) && id !== user.peek()?.id;
  const unknown = [...new Set(ids)].filter(isUnknown);
  for (const id of unknown) asked.add(id);
  try {
    for (let at = 0; at < unknown.length; at += IDS_MAX) {
      await readNames(unknown.slice(at, at + IDS_MAX));
    }
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
  } finally {
    for (const id of unknown) asked.delete(id);
  }
}

async function readNames(ids: readonly number[]): Promise<void> {
  const query = { ids: ids.join(',') };
  const { items } = await call(api.GET('/api/v1/admin/users', { params: { query } }));
  const known = new Map(items.map(({ id, username }) => [id, username]));
  names.value = new Map([
    ...names.peek(),
    ...ids.map((id) => [id, known.get(id) ?? null] as const),
  ]);
}
