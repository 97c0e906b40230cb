import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CodecThread } from '../../../../../../src/client/imaging/threads/codec-thread.ts';
import { BEGUN } from '../../../../../../src/console/features/upload/preparation/thread-options.ts';
import {
  timeoutTicksFor,
  watchThread,
} from '../../../../../../src/console/features/upload/preparation/watch-thread.ts';

const TIMEOUT_TICKS = 3;
const TICK_MS = 1000;

/** A thread that says what the test says, and what its watch makes of it. */
function startWatched() {
  const gone = Promise.withResolvers<void>();
  let say: (message: unknown) => void = () => undefined;
  let fail: (reason: unknown) => void = () => undefined;
  const thread: CodecThread = {
    post: () => undefined,
    listen: (...listeners) => {
      [say, fail] = listeners;
    },
    end: vi.fn<() => void>(),
  };
  const watched = watchThread(thread, TIMEOUT_TICKS, () => gone.promise);
  const heard: unknown[] = [];
  const ended: unknown[] = [];
  watched.listen(
    (message) => heard.push(message),
    (reason) => ended.push(reason),
  );
  const own = { say: (message: unknown) => say(message), fail: (why: unknown) => fail(why) };
  return { watched, thread, heard, ended, gone, ...own };
}

const ticks = (count: number) => vi.advanceTimersByTimeAsync(count * TICK_MS);

describe('a watched thread', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('passes answers on, but not its first message', async () => {
    const { watched, heard, ended, say } = startWatched();
    watched.post('question', []);
    say(BEGUN);
    say('answer');
    await ticks(100);
    expect([heard, ended]).toEqual([['answer'], []]);
  });

  it('counts as not loaded if it fails before it begins, so that other codecs replace it', () => {
    const { ended, fail } = startWatched();
    fail(new Event('error'));
    expect(ended).toMatchObject([{ code: 'codec_unavailable' }]);
  });

  it('reports a later failure', () => {
    const { ended, say, fail } = startWatched();
    say(BEGUN);
    fail(new Event('error'));
    expect(ended).toMatchObject([{ code: 'processing_failed' }]);
  });

  it('reports that it is gone', async () => {
    const { ended, say, gone } = startWatched();
    say(BEGUN);
    gone.resolve();
    await ticks(0);
    expect(ended).toMatchObject([
      { message: 'The image processor ended before it was done. Try again.' },
    ]);
  });

  it('reports an answer that takes too long, once', async () => {
    const { watched, ended, say, fail } = startWatched();
    say(BEGUN);
    watched.post('question', []);
    await ticks(TIMEOUT_TICKS);
    expect(ended).toEqual([]);
    await ticks(1);
    fail(new Event('error'));
    expect(ended).toMatchObject([{ message: 'The image processor stands still. Try again.' }]);
  });

  it('has the same time for each answer, and no limit without a question', async () => {
    const { watched, ended, say } = startWatched();
    say(BEGUN);
    for (let question = 0; question < 3; question += 1) {
      watched.post('question', []);
      await ticks(TIMEOUT_TICKS);
      say('answer');
      await ticks(TIMEOUT_TICKS * 2);
    }
    expect(ended).toEqual([]);
  });

  it('is not watched after its end', async () => {
    const { watched, thread, ended, say } = startWatched();
    say(BEGUN);
    watched.post('question', []);
    watched.end();
    await ticks(100);
    expect(thread.end).toHaveBeenCalledOnce();
    expect([ended, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('gets more time for a larger image', () => {
    const small = timeoutTicksFor({ width: 100, height: 100 });
    expect(timeoutTicksFor({ width: 8000, height: 6000 })).toBe(small + 47 * 3);
  });
});
