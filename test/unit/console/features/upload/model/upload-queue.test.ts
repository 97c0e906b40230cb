import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Item } from '../../../../../../src/console/features/upload/model/queue-item.ts';
import { drawComponent } from '../../../support/draw-component.ts';
import { loadModules } from '../../../support/load-modules.ts';
import {
  OWNER,
  DEAF,
  release,
  keepAwake,
  stubStorage,
  openQueue,
  published,
  give,
  tab,
} from './open-upload-queue.ts';

// The codecs need imports that only the build resolves.
vi.mock('../../../../../../src/console/features/upload/preparation/open-codecs.ts', () => ({
  openCodecs: vi.fn(),
}));

it('reads and stores files without a network', async () => {
  const { queue, isConnected } = await openQueue();
  await queue.learnRecipe();
  isConnected.value = false;
  await queue.add(give(2), 'public');
  await expect
    .poll(() => queue.items.value.map(({ state }) => state.name))
    .toEqual(['waiting', 'waiting']);
});

it('drops files that are still being added when all is cancelled', async () => {
  const { queue, isConnected } = await openQueue();
  isConnected.value = false;
  const begun = Promise.withResolvers<void>();
  onTestFinished(queue.items.subscribe(({ length }) => length > 0 && begun.resolve()));
  const adding = queue.add(give(100), 'public');
  await begun.promise;
  await queue.cancelAll();
  await adding;
  expect(queue.items.value).toEqual([]);
});

it('keeps the screen awake while items are under way', async () => {
  const { queue, isConnected, watchQueue } = await openQueue();
  isConnected.value = false;
  watchQueue(queue, DEAF);
  expect(keepAwake).not.toHaveBeenCalled();
  await queue.add(give(1), 'public');
  expect(keepAwake).toHaveBeenCalledExactlyOnceWith('screen');
  expect(release).not.toHaveBeenCalled();
  await queue.cancelAll();
  expect(release).toHaveBeenCalledOnce();
});

it.each([
  ['a refusal holds back what waits', { blocker: { reason: 'full', pausedUntil: null } }],
  ['all is paused', { isPaused: true }],
])('warns before leaving while a run goes on, although %s', async (_, way) => {
  const { queue, isConnected, watchQueue } = await openQueue();
  stubStorage();
  isConnected.value = false;
  const { page } = tab;
  const isAskedFirst = () => {
    const leaving = new Event('beforeunload', { cancelable: true });
    page.dispatchEvent(leaving);
    return leaving.defaultPrevented;
  };
  watchQueue(queue, DEAF);
  const [asked, released] = [keepAwake, release].map(({ mock }) => mock.calls.length);
  if ('blocker' in way) queue.blocker.value = way.blocker;
  else queue.isPaused.value = way.isPaused;
  const waits: Item = { ...published(1), isKept: true, progress: 0, state: { name: 'waiting' } };
  const runs: Item = { ...waits, id: '2', state: { name: 'running', stage: 'publish' } };
  queue.items.value = [waits, runs];
  expect(isAskedFirst()).toBe(true);
  expect(keepAwake).toHaveBeenCalledTimes(Number(asked) + 1);
  queue.items.value = [waits];
  expect(isAskedFirst()).toBe(false);
  await expect.poll(() => release).toHaveBeenCalledTimes(Number(released) + 1);
  queue.items.value = [];
});

it('follows changes of its images elsewhere, so that copied links work', async () => {
  const { queue, announceImages, copyLinks } = await openQueue();
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  Object.assign(navigator, { clipboard: { writeText } });
  queue.items.value = [published(1), published(2), published(3)];
  const changed = [
    { id: 1, title: 'Harbour' },
    { id: 2, visibility: 'private', asset_link: 'a2S' },
  ];
  announceImages({ changed, gone: [3] });
  await copyLinks(queue.items.value, 'url');
  expect(writeText).toHaveBeenCalledExactlyOnceWith(
    'http://localhost/i/a1.webp\nhttp://localhost/i/a2S.webp',
  );
  const { Toasts } = await loadModules<{ Toasts: unknown }>('widgets/toast.tsx');
  expect(await drawComponent(Toasts)).toContain(
    '2 links copied. Only you can open links to private photos.',
  );
});

it('keeps the choices of one account from another one', async () => {
  const modules = await openQueue();
  const kept = stubStorage();
  const { queue, session, startUploads, visibility, chooseVisibility, UploadQueue } = modules;
  startUploads();
  queue.setPaused(true);
  chooseVisibility('private');
  const findChoices = (id: number) => {
    session.value = { state: 'anonymous' };
    session.value = { state: 'signed_in', user: { id } };
    const found = new UploadQueue(id);
    found.close();
    return [found.isPaused.value, visibility.value];
  };
  expect(findChoices(2)).toEqual([false, 'public']);
  expect(findChoices(OWNER)).toEqual([true, 'private']);
  // From when a device had one choice for all.
  kept.set('upload-visibility', 'private');
  expect(findChoices(3)).toEqual([false, 'private']);
  chooseVisibility('public');
  expect(findChoices(3)).toEqual([false, 'public']);
});

it('ends the pause with the last item to resume, unless another tab has one', async () => {
  const { queue, isConnected, QueueStore, UploadQueue } = await openQueue();
  stubStorage();
  isConnected.value = false;
  queue.setPaused(true);
  // It holds before anything has come, too.
  const early = new UploadQueue(OWNER);
  onTestFinished(() => early.close());
  await setImmediate();
  expect(early.isPaused.value).toBe(true);
  await queue.add(give(2), 'public');
  expect(queue.isPaused.value).toBe(true);
  const hasWanted = vi.spyOn(QueueStore.prototype, 'hasWanted').mockResolvedValueOnce(true);
  onTestFinished(() => hasWanted.mockRestore());
  await queue.cancelAll();
  await hasWanted.mock.results[0]?.value;
  expect(queue.isPaused.value).toBe(true);
  await queue.add(give(2), 'public');
  const [first, last] = queue.items.value;
  await queue.remove(String(first?.id));
  expect(queue.isPaused.value).toBe(true);
  await queue.remove(String(last?.id));
  await expect.poll(() => queue.isPaused.value).toBe(false);
  const next = new UploadQueue(OWNER);
  onTestFinished(() => next.close());
  expect(next.isPaused.value).toBe(false);
});

it('resumes items that were paused one by one together with the queue', async () => {
  const { queue, isConnected } = await openQueue();
  stubStorage();
  isConnected.value = false;
  await queue.add(give(2), 'public');
  const states = () => queue.items.value.map(({ state }) => state.name);
  queue.items.value.forEach(({ id }) => queue.pause(id));
  expect(states()).toEqual(['paused', 'paused']);
  queue.setPaused(false);
  expect(states()).toEqual(['reading', 'reading']);
});

it('keeps the progress that it has shown, and reads a duplicate once its original is removed', async () => {
  const { queue, isConnected } = await openQueue();
  await queue.learnRecipe();
  isConnected.value = false;
  const waits: Item = { ...published(2), progress: 0, state: { name: 'waiting' } };
  queue.items.value = [{ ...published(1), hash: 'another' }, waits];
  expect(queue.stats.value.share).toBe(0.5);
  const duplicate: Item = { ...waits, id: '3', state: { name: 'duplicate', imageId: null } };
  queue.items.value = [waits, duplicate, { ...waits, id: '4', hash: 'other' }];
  expect(queue.stats.value.share).toBe(0.5);
  await queue.remove(waits.id);
  // Its bytes are nowhere to be had here.
  await expect.poll(() => queue.items.value[0]?.state.name).toBe('missing');
});

it('tells screen readers how many items need attention', async () => {
  const { queue, watchQueue } = await openQueue();
  const onNews = vi.fn<(news: string) => void>();
  watchQueue(queue, { ...DEAF, onNews });
  const asks: Item = { ...published(2), state: { name: 'duplicate', imageId: 1 } };
  queue.items.value = [published(1), asks];
  expect(onNews).toHaveBeenCalledExactlyOnceWith('1 of 2 uploaded, 1 needs attention');
  queue.items.value = [asks, { ...asks, id: '3' }];
  expect(onNews).toHaveBeenLastCalledWith('0 of 2 uploaded, 2 need attention');
});

it('asks only the owner before unsaved files are left', async () => {
  const { queue, isConnected, session, watchQueue } = await openQueue();
  const asking = new Set<unknown>();
  vi.stubGlobal('addEventListener', (type: string, listener: unknown) => {
    if (type === 'beforeunload') asking.add(listener);
  });
  vi.stubGlobal('removeEventListener', (_: string, listener: unknown) => asking.delete(listener));
  isConnected.value = false;
  watchQueue(queue, DEAF);
  await queue.add(give(1), 'public');
  expect(asking.size).toBe(1);
  session.value = { state: 'anonymous', isLost: true };
  expect(asking.size).toBe(1);
  session.value = { state: 'signed_in', user: { id: 2 } };
  expect(asking.size).toBe(0);
  await queue.cancelAll();
});
