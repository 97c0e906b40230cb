import type { Signal } from '@preact/signals';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadModules } from '../support/load-modules.ts';
import { stubPage } from '../support/stub-page.ts';

interface Modules {
  readonly session: Signal<unknown>;
  readonly ownerId: Signal<number | null>;
  readonly perUser: <Value>(
    create: (userId: number | null) => Value,
    rules?: { owner?: Signal<number | null>; end?: (previous: Value) => void },
  ) => Signal<Value>;
}

const signedIn = (id: number) => ({ state: 'signed_in', user: { id } });
const LEFT = { state: 'anonymous' };
const LOST = { state: 'anonymous', isLost: true };

let modules: Modules;

beforeAll(async () => {
  stubPage();
  modules = await loadModules('state/session.ts', 'state/per-user.ts');
});
beforeEach(() => {
  modules.session.value = LEFT;
});

it('state of an account is created for each user, after the previous user’s state has ended', () => {
  const ended: string[] = [];
  const create = (id: number | null): string => `of ${String(id)}`;
  const state = modules.perUser(create, { end: (previous) => ended.push(previous) });
  modules.session.value = signedIn(1);
  state.value = 'changed';
  modules.session.value = signedIn(1);
  expect(state.value).toBe('changed');
  modules.session.value = signedIn(2);
  expect(state.value).toBe('of 2');
  modules.session.value = LOST;
  expect(ended).toEqual(['of null', 'changed', 'of 2']);
});

it('state of an owner outlives a lost session of the same user', () => {
  const state = modules.perUser(() => 'new', { owner: modules.ownerId });
  modules.session.value = signedIn(1);
  state.value = 'changed';
  modules.session.value = LOST;
  modules.session.value = signedIn(1);
  expect(state.value).toBe('changed');
  modules.session.value = signedIn(2);
  expect(state.value).toBe('new');
});
