import type { Signal } from '@preact/signals';
import { beforeAll, expect, it } from 'vitest';
import { disconnect, fakeApi, type ApiCall } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';
import { stubPage } from '../../../support/stub-page.ts';

interface Modules {
  readonly session: Signal<unknown>;
  readonly learnNames: (ids: readonly number[]) => Promise<void>;
  readonly nameOfUser: (id: number) => string | null;
}

let modules: Modules;

const readUsers = ({ query }: ApiCall) => {
  const ids = query.get('ids')?.split(',') ?? [];
  const items = ids.map((id) => ({ id: Number(id), username: `person ${id}` }));
  return { items: items.filter(({ id }) => id < 9) };
};

beforeAll(async () => {
  stubPage();
  modules = await loadModules('state/session.ts', 'features/admin/model/user-names.ts');
  modules.session.value = { state: 'signed_in', user: { id: 1, username: 'ada' } };
});

it('each user name is requested once for concurrent callers, and the own one never', async () => {
  const { learnNames, nameOfUser } = modules;
  const { calls } = fakeApi({ 'GET /api/v1/admin/users': readUsers });
  await Promise.all([learnNames([1, 2, 2]), learnNames([2]), learnNames([2, 3]), learnNames([9])]);
  await learnNames([2, 9]);
  expect(calls.map(({ query }) => query.get('ids'))).toEqual(['2', '3', '9']);
  expect([1, 2, 3, 9].map(nameOfUser)).toEqual(['ada', 'person 2', 'person 3', null]);
});

it('a user name without an answer is requested again', async () => {
  const { learnNames, nameOfUser } = modules;
  const { answers } = fakeApi({ 'GET /api/v1/admin/users': disconnect });
  await learnNames([4]);
  expect(nameOfUser(4)).toBeNull();
  answers['GET /api/v1/admin/users'] = readUsers;
  await learnNames([4]);
  expect(nameOfUser(4)).toBe('person 4');
});
