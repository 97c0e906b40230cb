import type { Signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';
import { stubPage } from '../../../support/stub-page.ts';

interface Modules {
  readonly unreadCount: Signal<number>;
  readonly refreshUnread: () => Promise<void>;
  readonly followUnread: () => () => void;
  readonly isConnected: Signal<boolean>;
  readonly session: Signal<unknown>;
}

const MINUTE_MS = 60_000;

const page = Object.assign(new EventTarget(), {
  cookie: '',
  visibilityState: 'visible',
  readyState: 'complete',
});
const opened = new EventTarget();
const LIST = 'GET /api/v1/notifications/';
const UNREAD = { notifications: [], next_cursor: '', unread_count: 3 };

let modules: Modules;
let api: ReturnType<typeof fakeApi>;

/** Reads the count while `act` runs, before the answer. */
const readDuring = async (act: () => void): Promise<void> => {
  const late = Promise.withResolvers<typeof UNREAD>();
  api.answers[LIST] = () => late.promise;
  const asked = modules.refreshUnread();
  act();
  late.resolve(UNREAD);
  await asked;
};

const look = (state: 'visible' | 'hidden'): void => {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(async () => {
  stubPage({
    document: page,
    addEventListener: opened.addEventListener.bind(opened),
    removeEventListener: opened.removeEventListener.bind(opened),
  });
  api = fakeApi({ [LIST]: UNREAD });
  vi.useFakeTimers();
  modules = await loadModules(
    'state/connection.ts',
    'state/session.ts',
    'features/account/model/unread.ts',
  );
  modules.isConnected.value = true;
  modules.unreadCount.value = 0;
});

afterEach(() => vi.useRealTimers());

it('the unread count is read once a minute, only while it is visible and the service answers', async () => {
  const end = modules.followUnread();
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect([api.calls.length, modules.unreadCount.value]).toEqual([3, 3]);
  look('hidden');
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(api.calls).toHaveLength(3);
  look('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(api.calls).toHaveLength(4);
  modules.isConnected.value = false;
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  end();
  modules.isConnected.value = true;
  look('visible');
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect([api.calls.length, modules.unreadCount.value]).toEqual([4, 3]);
});

it('the unread count is read once the page and its images have loaded', async () => {
  page.readyState = 'interactive';
  const end = modules.followUnread();
  await vi.advanceTimersByTimeAsync(0);
  expect(api.calls).toEqual([]);
  page.readyState = 'complete';
  opened.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(0);
  expect(api.calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(modules.unreadCount.value).toBe(3);
  end();
});

it('the unread count is not reset by an answer from before all were read', async () => {
  await modules.refreshUnread();
  await readDuring(() => {
    modules.unreadCount.value = 0;
  });
  expect(modules.unreadCount.value).toBe(0);
});

it('the unread count is never that of the previous person', async () => {
  const signIn = (id: number): void => {
    modules.session.value = { state: 'signed_in', user: { id } };
  };
  signIn(1);
  await modules.refreshUnread();
  expect(modules.unreadCount.value).toBe(3);
  signIn(2);
  expect(modules.unreadCount.value).toBe(0);
  signIn(1);
  await readDuring(() => signIn(2));
  expect(modules.unreadCount.value).toBe(0);
});
