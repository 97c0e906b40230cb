import type { Signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadModules } from '../../../load-modules.ts';

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
const ask = vi.fn<() => Promise<Response>>();
const answer = (count: number): Response =>
  Response.json({ code: 0, data: { notifications: [], next_cursor: '', unread_count: count } });

let modules: Modules;

const look = (state: 'visible' | 'hidden'): void => {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(async () => {
  Object.assign(globalThis, {
    location: { origin: 'http://localhost' },
    document: page,
    addEventListener: opened.addEventListener.bind(opened),
    removeEventListener: opened.removeEventListener.bind(opened),
  });
  ask.mockReset();
  ask.mockImplementation(() => Promise.resolve(answer(3)));
  vi.stubGlobal('fetch', ask);
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
  expect([ask.mock.calls.length, modules.unreadCount.value]).toEqual([3, 3]);
  look('hidden');
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(ask).toHaveBeenCalledTimes(3);
  look('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(4);
  modules.isConnected.value = false;
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  end();
  modules.isConnected.value = true;
  look('visible');
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect([ask.mock.calls.length, modules.unreadCount.value]).toEqual([4, 3]);
});

it('the unread count is read once the page and its images have loaded', async () => {
  page.readyState = 'interactive';
  const end = modules.followUnread();
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).not.toHaveBeenCalled();
  page.readyState = 'complete';
  opened.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(modules.unreadCount.value).toBe(3);
  end();
});

it('the unread count is not reset by an answer from before all were read', async () => {
  await modules.refreshUnread();
  const late = Promise.withResolvers<Response>();
  ask.mockReturnValueOnce(late.promise);
  const asked = modules.refreshUnread();
  modules.unreadCount.value = 0;
  late.resolve(answer(3));
  await asked;
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
  const late = Promise.withResolvers<Response>();
  ask.mockReturnValueOnce(late.promise);
  const asked = modules.refreshUnread();
  signIn(2);
  late.resolve(answer(3));
  await asked;
  expect(modules.unreadCount.value).toBe(0);
});
