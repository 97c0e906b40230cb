/** The names of people whom lists know by their ids. */

import { signal } from '@preact/signals';
import { api, call } from '../api/client.ts';
import { user } from '../state/session.ts';

const IDS_MAX = 100;

/** Null for those who are no more. */
const names = signal<ReadonlyMap<number, string | null>>(new Map());

/** The name of a person; null while it is not known, or when the person is no more. */
export function nameOf(id: number): string | null {
  return id === user.value?.id ? user.value.username : (names.value.get(id) ?? null);
}

/** Asks for the names that are not known yet. Without an answer, ids are shown. */
export async function learnNames(ids: readonly number[]): Promise<void> {
  const unknown = ids.filter((id) => !names.peek().has(id) && id !== user.peek()?.id);
  for (let at = 0; at < unknown.length; at += IDS_MAX) {
    const asked = unknown.slice(at, at + IDS_MAX);
    const query = { ids: asked.join(',') };
    const found = await call(api.GET('/api/v1/admin/users', { params: { query } })).catch(
      () => null,
    );
    if (found === null) return;
    const known = new Map(found.items.map(({ id, username }) => [id, username]));
    names.value = new Map([
      ...names.peek(),
      ...asked.map((id) => [id, known.get(id) ?? null] as const),
    ]);
  }
}
