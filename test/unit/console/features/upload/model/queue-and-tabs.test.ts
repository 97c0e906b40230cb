import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { FileFailure } from '../../../../../../src/console/features/upload/model/failure.ts';
import type { Item } from '../../../../../../src/console/features/upload/model/queue-item.ts';
import { fakeApi } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';
import {
  OWNER,
  DEAF,
  keepAwake,
  stubStorage,
  openQueue,
  answerStore,
  published,
  give,
  tab,
} from './open-upload-queue.ts';

interface OpenQueue {
  readonly queue: { readonly value: object | null };
  openQueue(): Promise<{ readonly owner: number; close(): void }>;
}

// The codecs need imports that only the build resolves.
vi.mock('../../../../../../src/console/features/upload/preparation/open-codecs.ts', () => ({
  openCodecs: vi.fn(),
}));

it('the queue of a tab survives a lost session, and is closed by a sign-out', async () => {
  const { session } = await openQueue();
  stubStorage();
  const opened = await loadModules<OpenQueue>('features/upload/model/open-queue.ts');
  const queue = await opened.openQueue();
  const close = vi.spyOn(queue, 'close');
  session.value = { state: 'anonymous', isLost: true };
  session.value = { state: 'signed_in', user: { id: OWNER } };
  expect(await opened.openQueue()).toBe(queue);
  expect(close).not.toHaveBeenCalled();
  session.value = { state: 'anonymous' };
  expect(opened.queue.value).toBeNull();
  expect(close).toHaveBeenCalledOnce();
  session.value = { state: 'signed_in', user: { id: OWNER + 1 } };
  const next = await opened.openQueue();
  expect(next.owner).toBe(OWNER + 1);
  session.value = { state: 'anonymous' };
});

it('takes over the items of a tab that ends, however late, unless the queue is closed', async () => {
  const LOCK = 'tintype-tab:other';
  const modules = await openQueue();
  const { UploadQueue } = modules;
  const answer = answerStore(modules);
  answer('dropOld', undefined);
  answer('listTabs', new Set(['other']));
  const takeOver = answer('takeOver', []);
  const otherTab = Promise.withResolvers<void>();
  const held = navigator.locks.request(LOCK, () => otherTab.promise);
  const [closed, open] = [new UploadQueue(OWNER), new UploadQueue(OWNER)];
  onTestFinished(() => open.close());
  const waiting = async () =>
    ((await navigator.locks.query()).pending ?? []).filter(({ name }) => name === LOCK).length;
  await expect.poll(waiting).toBe(2);
  closed.close();
  otherTab.resolve();
  await held;
  // After both of them.
  await navigator.locks.request(LOCK, () => undefined);
  expect(takeOver).toHaveBeenCalledOnce();
});

it.each([
  ['shown', 'visibilitychange'],
  ['used', 'focus'],
])('takes over the items of a later tab once it is %s again', async (_, event) => {
  const modules = await openQueue();
  modules.queue.close();
  const answer = answerStore(modules);
  answer('dropOld', undefined);
  const listTabs = answer('listTabs', new Set());
  const takeOver = answer('takeOver', [{ ...published(1), tab: 'later' }]);
  const queue = new modules.UploadQueue(OWNER);
  onTestFinished(() => queue.close());
  await expect.poll(() => listTabs).toHaveBeenCalledOnce();
  await setImmediate();
  listTabs.mockResolvedValue(new Set(['later', modules.TAB]));
  const comeBack = () => tab.page.dispatchEvent(new Event(event));
  comeBack();
  comeBack();
  await expect.poll(() => queue.items.value).toHaveLength(1);
  expect(takeOver).toHaveBeenCalledExactlyOnceWith(OWNER, 'later', modules.TAB);
  // The last write of that tab, stored late.
  takeOver.mockResolvedValue([{ ...published(2), tab: 'later' }]);
  comeBack();
  await expect.poll(() => queue.items.value).toHaveLength(2);
  queue.close();
  listTabs.mockClear();
  comeBack();
  expect(listTabs).not.toHaveBeenCalled();
});

it('requests the wake lock again when the page is shown again', async () => {
  const { queue, isConnected, watchQueue } = await openQueue();
  isConnected.value = false;
  watchQueue(queue, DEAF);
  await queue.add(give(1), 'public');
  const asked = keepAwake.mock.calls.length;
  const turn = (visibilityState: string) => {
    tab.page.visibilityState = visibilityState;
    tab.page.dispatchEvent(new Event('visibilitychange'));
  };
  turn('hidden');
  expect(keepAwake).toHaveBeenCalledTimes(asked);
  turn('visible');
  expect(keepAwake).toHaveBeenCalledTimes(asked + 1);
  await queue.cancelAll();
  turn('visible');
  expect(keepAwake).toHaveBeenCalledTimes(asked + 1);
});

it('resumes when the deletion of the account is cancelled, but not from other blockers', async () => {
  const { queue, session } = await openQueue();
  const beUser = (status: string) => {
    session.value = { state: 'signed_in', user: { id: OWNER, status } };
  };
  beUser('deletion_pending');
  queue.blocker.value = { reason: 'locked', pausedUntil: null };
  beUser('deletion_pending');
  expect(queue.blocker.value).not.toBe(null);
  beUser('active');
  expect(queue.blocker.value).toBe(null);
  queue.blocker.value = { reason: 'full', pausedUntil: null };
  beUser('deletion_pending');
  beUser('active');
  expect(queue.blocker.value).not.toBe(null);
});

it('the next visit looks for nothing once no account has stored items', async () => {
  const modules = await openQueue();
  const isEmpty = answerStore(modules)('isEmpty', false);
  const onKeeping = vi.fn<(isKeeping: boolean) => void>();
  modules.isConnected.value = false;
  modules.watchQueue(modules.queue, { ...DEAF, onKeeping });
  await modules.queue.add(give(1), 'public');
  await modules.queue.cancelAll();
  await expect.poll(() => isEmpty).toHaveBeenCalledTimes(2);
  // Somebody else's is kept.
  expect(onKeeping.mock.calls).toEqual([[true]]);
  isEmpty.mockResolvedValue(true);
  await modules.queue.add(give(1), 'public');
  await modules.queue.cancelAll();
  await expect.poll(() => onKeeping.mock.calls).toEqual([[true], [true], [false]]);
});

it('retries all failed items that may succeed', async () => {
  const { queue, isConnected } = await openQueue();
  isConnected.value = false;
  const fail = (id: number, code: string): Item => {
    const state = { name: 'failed', failure: { kind: 'unfit', code } };
    return { ...published(id), state: state as Item['state'] };
  };
  queue.items.value = [
    fail(1, 'processing_failed'),
    fail(2, 'animated'),
    fail(3, 'codec_unavailable'),
    published(4),
  ];
  queue.retryFailed();
  const states = queue.items.value.map(({ state }) => state.name);
  expect(states).toEqual(['reading', 'failed', 'reading', 'done']);
});

it('stores waiting items in a full browser once another one is removed', async () => {
  const modules = await openQueue();
  const { queue, isConnected } = modules;
  const keepSource = answerStore(modules)('keepSource', true).mockRejectedValue(new Error('full'));
  await queue.learnRecipe();
  isConnected.value = false;
  await queue.add(give(2), 'public');
  await expect.poll(() => keepSource).toHaveBeenCalledTimes(2);
  await queue.remove(queue.items.value[0]?.id ?? '');
  await expect.poll(() => keepSource).toHaveBeenCalledTimes(3);
});

it('takes back the sessions of removed items, unless the service may have published them', async () => {
  const modules = await openQueue();
  const { queue } = modules;
  const { calls } = fakeApi({ 'DELETE /api/v1/uploads/{uploadID}': {} });
  const fail = (id: number, failure: FileFailure): Item => ({
    ...published(id),
    state: { name: 'failed', failure },
  });
  const late = { kind: 'ended', fault: 'publication_timeout', code: null } as const;
  queue.items.value = [fail(1, late), fail(2, late), fail(3, { kind: 'unknown' })];
  const ticket = { pipeline: 2, idempotencyKey: 'k', createdAt: 0 } as const;
  const remove = answerStore(modules)('remove', new Map());
  remove.mockImplementation(async (...[ids]: unknown[]) => {
    return new Map((ids as string[]).map((id) => [id, { ...ticket, uploadId: `u${id}` }]));
  });
  await queue.remove('1');
  await queue.cancelAll();
  expect(queue.items.value.map(({ id }) => id)).toEqual(['2']);
  await expect.poll(() => calls.map(({ path }) => path)).toEqual(['/api/v1/uploads/u3']);
});

it('applies the pause and the visibility, also where the browser cannot store them', async () => {
  const { queue, visibility, chooseVisibility } = await openQueue();
  const kept = stubStorage();
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  chooseVisibility('private');
  queue.setPaused(true);
  expect([visibility.value, queue.isPaused.value, kept.size]).toEqual(['private', true, 0]);
  queue.setPaused(false);
  expect(queue.isPaused.value).toBe(false);
});

it('follows the pause of another tab', async () => {
  const { queue } = await openQueue();
  const hear = (key: string, newValue: string | null) => {
    tab.page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
    return queue.isPaused.value;
  };
  const key = `uploads-paused:${String(OWNER)}`;
  expect([hear('uploads-paused:2', '1'), hear(key, '1'), hear(key, null)]).toEqual([
    false,
    true,
    false,
  ]);
});

it('keeps a rate limit for the next visit and other tabs, but not for another account', async () => {
  const { queue, UploadQueue, session } = await openQueue();
  const kept = stubStorage();
  const limit = { reason: 'wait', pausedUntil: 5000 };
  queue.blocker.value = limit;
  const next = new UploadQueue(OWNER);
  expect(next.blocker.value).toEqual(limit);
  // Its owner goes; the limit stays.
  next.close();
  session.value = { state: 'signed_in', user: { id: OWNER + 1 } };
  const other = new UploadQueue(OWNER + 1);
  onTestFinished(() => other.close());
  expect(other.blocker.value).toBe(null);
  expect([...kept.values()]).toEqual(['5000']);

  const hear = (newValue: string | null) => {
    const key = `uploads-wait:${String(OWNER)}`;
    tab.page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
    return queue.blocker.value;
  };
  expect([hear(null), hear('0'), hear('7000')]).toEqual([
    null,
    { reason: 'wait', pausedUntil: null },
    { reason: 'wait', pausedUntil: 7000 },
  ]);
  // A change of another tab is not written again.
  expect([...kept.values()]).toEqual(['5000']);
  queue.blocker.value = null;
  expect(kept.size).toBe(0);
});

it('ends the wait after a rate limit with the last item to resume', async () => {
  const { queue, isConnected } = await openQueue();
  isConnected.value = false;
  await queue.add(give(1), 'public');
  queue.blocker.value = { reason: 'wait', pausedUntil: null };
  await queue.cancelAll();
  await expect.poll(() => queue.blocker.value).toBe(null);
});
