import type { Signal } from '@preact/signals';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadModules } from '../../../load-modules.ts';

interface Modules {
  readonly session: Signal<unknown>;
  readonly learnNames: (ids: readonly number[]) => Promise<void>;
  readonly nameOfUser: (id: number) => string | null;
}

let modules: Modules;

const ask = vi.fn<(request: Request) => Promise<Response>>();
const asked = (): (string | null)[] =>
  ask.mock.calls.map(([{ url }]) => new URL(url).searchParams.get('ids'));

beforeAll(async () => {
  Object.assign(globalThis, {
    location: { origin: 'http://localhost' },
    document: { cookie: '' },
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  modules = await loadModules('state/session.ts', 'features/admin/model/user-names.ts');
  modules.session.value = { state: 'signed_in', user: { id: 1, username: 'ada' } };
});

beforeEach(() => {
  ask.mockReset();
  ask.mockImplementation(async ({ url }) => {
    const ids = new URL(url).searchParams.get('ids')?.split(',') ?? [];
    const items = ids.map((id) => ({ id: Number(id), username: `person ${id}` }));
    return Response.json({ code: 0, data: { items: items.filter(({ id }) => id < 9) } });
  });
  vi.stubGlobal('fetch', ask);
});

it('each user name is requested once for concurrent callers, and the own one never', async () => {
  const { learnNames, nameOfUser } = modules;
  await Promise.all([learnNames([1, 2, 2]), learnNames([2]), learnNames([2, 3]), learnNames([9])]);
  await learnNames([2, 9]);
  expect(asked()).toEqual(['2', '3', '9']);
  expect([1, 2, 3, 9].map(nameOfUser)).toEqual(['ada', 'person 2', 'person 3', null]);
});

it('a user name without an answer is requested again', async () => {
  const { learnNames, nameOfUser } = modules;
  ask.mockRejectedValueOnce(new TypeError('no network'));
  await learnNames([4]);
  expect(nameOfUser(4)).toBeNull();
  await learnNames([4]);
  expect(nameOfUser(4)).toBe('person 4');
});
