import { describe, expect, it, vi } from 'vitest';
import type { CodecThread } from '../../../../../src/client/imaging/threads/codec-thread.ts';
import { serveCodecs } from '../../../../../src/client/imaging/threads/serve-codecs.ts';
import { createThreadedCodecs } from '../../../../../src/client/imaging/threads/threaded-codecs.ts';
import { prepareParts } from '../../../../../src/client/imaging/prepare-parts.ts';
import { createThreadedNodeCodecs } from '../../../../../src/client/node/node-threads.ts';
import { encodePng } from '../../../imaging/fixtures/craft.ts';
import { codecs, encodeJpeg } from '../../../imaging/fixtures/encoders.ts';
import { paint } from '../../../imaging/fixtures/images.ts';
import { SMALL_RECIPE } from '../fixtures/recipe.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const PICTURE = paint(300, 200, (x, y) => [x % 251, y, (x * y) % 251, 255]);
const FILE = encodePng(PICTURE);

type Listener = (message: unknown) => void;

interface Started {
  readonly codecs: ReturnType<typeof createThreadedCodecs>;
  /** Running threads. */
  readonly running: Set<CodecThread>;
  started: number;
}

/** Fake threads, whose messages are cloned and transferred like a thread's. */
function startThreads(
  react: (kind: string, thread: { die: (reason: unknown) => void }) => boolean = () => false,
  here?: typeof codecs,
): Started {
  const running = new Set<CodecThread>();
  const start = (): CodecThread => {
    let onMessage: Listener = () => undefined;
    let onEnd: Listener = () => undefined;
    const serve = serveCodecs(codecs, (answer, transfer) =>
      onMessage(structuredClone(answer, { transfer })),
    );
    const thread: CodecThread = {
      post(message, transfer) {
        const { kind } = message as { kind: string };
        if (!react(kind, { die: onEnd })) void serve(structuredClone(message, { transfer }));
      },
      listen: (...listeners) => {
        [onMessage, onEnd] = listeners;
      },
      end: () => void running.delete(thread),
    };
    running.add(thread);
    state.started += 1;
    return thread;
  };
  const state: Started = { codecs: createThreadedCodecs(start, here), running, started: 0 };
  return state;
}

describe('codecs in threads', () => {
  it('make the same parts as one thread, with two threads or one, and end', async () => {
    const expected = await prepareParts(FILE, SMALL_RECIPE, codecs);
    for (const [here, count] of [
      [undefined, 2],
      [codecs, 1],
    ] as const) {
      const threads = startThreads(undefined, here);
      expect(await prepareParts(FILE, SMALL_RECIPE, threads.codecs)).toEqual(expected);
      expect([threads.started, threads.running.size]).toEqual([count, 0]);
    }
  });

  it.each(['draw', 'encode', 'encode_master'])(
    'fail when a thread dies while it is to %s, and end the others',
    async (fatal) => {
      const threads = startThreads((kind, { die }) => {
        if (kind === fatal) setTimeout(() => die(new Error('out of luck')), 0);
        return kind === fatal;
      });
      await expect(prepareParts(FILE, SMALL_RECIPE, threads.codecs)).rejects.toMatchObject({
        name: 'PrepareError',
        code: 'processing_failed',
        message: 'The image processor stopped before it was done. Try again.',
      });
      expect(threads.running.size).toBe(0);
    },
  );

  it('fail when no thread can be started', async () => {
    const none = createThreadedCodecs(() => {
      throw new Error('Refused by the policy of the page');
    });
    await expect(prepareParts(FILE, SMALL_RECIPE, none)).rejects.toMatchObject({
      code: 'processing_failed',
    });
  });

  it.each(['draw', 'encode', 'encode_master'])(
    'end immediately when aborted while they %s',
    async (last) => {
      const controller = new AbortController();
      const reason = new Error('changed my mind');
      // Never answers.
      const threads = startThreads((kind) => {
        if (kind === last) setTimeout(() => controller.abort(reason), 0);
        return kind === last;
      });
      const { signal } = controller;
      await expect(prepareParts(FILE, SMALL_RECIPE, threads.codecs, { signal })).rejects.toBe(
        reason,
      );
      expect(threads.running.size).toBe(0);
    },
  );

  it('report a damaged file as one thread does', async () => {
    const jpeg = await encodeJpeg(PICTURE);
    const threads = startThreads();
    const damaged = jpeg.subarray(0, jpeg.length >> 1);
    await expect(prepareParts(damaged, SMALL_RECIPE, threads.codecs)).rejects.toMatchObject({
      code: 'malformed',
    });
    expect(threads.running.size).toBe(0);
  });

  it('run in Node’s threads within the memory limit, and end', async () => {
    const countPorts = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
    const ports = countPorts();
    const expected = await prepareParts(FILE, SMALL_RECIPE, codecs);
    expect(await prepareParts(FILE, SMALL_RECIPE, createThreadedNodeCodecs())).toEqual(expected);
    const small = createThreadedNodeCodecs({ maxHeapBytes: 3 * 1024 * 1024 });
    const large = encodePng(paint(900, 900, (x, y) => [x % 256, y % 256, 0, 255]));
    await expect(prepareParts(large, SMALL_RECIPE, small)).rejects.toMatchObject({
      code: 'out_of_memory',
    });
    const signal = AbortSignal.timeout(20);
    const cancelled = prepareParts(large, SMALL_RECIPE, createThreadedNodeCodecs(), { signal });
    await expect(cancelled).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect.poll(() => countPorts()).toBe(ports);
  });
});
