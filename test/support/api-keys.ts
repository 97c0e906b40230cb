import { call, type Answer } from './api-call.ts';
import type { Person } from './people.ts';
import type { TestWorker } from './worker.ts';

export interface WireKey {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  readonly start: string;
  readonly scopes: readonly string[];
  readonly visibility: string | null;
  readonly expires_at: string | null;
  readonly requests_per_minute: number | null;
  readonly last_used_at: string | null;
  readonly created_at: string;
}

/** A made key, and the headers that present it. */
export interface TestKey extends WireKey {
  readonly headers: { readonly Authorization: string };
}

export const withKey = (key: string) => ({ Authorization: `Bearer ${key}` });

export const createKey = (
  worker: TestWorker,
  person: Pick<Person, 'headers'>,
  terms: Partial<Omit<WireKey, 'id' | 'key'>> = {},
): Promise<Answer<WireKey>> =>
  call<WireKey>(worker, person, 'POST', '/user/keys', {
    label: 'A tool',
    scopes: ['upload'],
    ...terms,
  });

/** Throws when the key is refused. */
export const makeKey = async (...args: Parameters<typeof createKey>): Promise<TestKey> => {
  const { status, code, data } = await createKey(...args);
  if (status !== 201) throw new Error(`the key is refused: ${String(code)}`);
  return { ...data, headers: withKey(data.key) };
};

export const rotateKey = (
  worker: TestWorker,
  person: Pick<Person, 'headers'>,
  { id }: Pick<WireKey, 'id'>,
): Promise<Answer<WireKey>> => call<WireKey>(worker, person, 'POST', `/user/keys/${id}/rotate`);

export const withdrawKey = (
  worker: TestWorker,
  person: Pick<Person, 'headers'>,
  { id }: Pick<WireKey, 'id'>,
): Promise<Answer> => call(worker, person, 'DELETE', `/user/keys/${id}`);

export const listKeys = async (
  worker: TestWorker,
  person: Pick<Person, 'headers'>,
): Promise<readonly WireKey[]> =>
  (await call<{ items: WireKey[] }>(worker, person, 'GET', '/user/keys')).data.items;
