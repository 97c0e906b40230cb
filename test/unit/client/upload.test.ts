import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { uploadImages } from '../../../src/client/upload-many.ts';
import { memoryResumeStore } from '../../../src/client/resume.ts';
import { discardUpload } from '../../../src/client/discard-upload.ts';
import { uploadImage } from '../../../src/client/upload.ts';
import type { PreparedImage } from '../../../src/client/imaging/prepare-parts.ts';
import type { Codecs } from '../../../src/client/imaging/codecs/codecs.ts';
import { UploadPause, type UploadOptions } from '../../../src/client/upload-run.ts';
import { sha256Hex } from '../../../src/shared/bytes.ts';
import { encodePng, pngChunk } from '../imaging/fixtures/craft.ts';
import { craftExif } from '../imaging/fixtures/craft-exif.ts';
import { paint, RED } from '../imaging/fixtures/images.ts';
import { codecs, refuse, serve, SOURCE } from './legacy-server.ts';
import { stillScheduler } from './still-scheduler.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

describe('a server that changes its pipeline', () => {
  it.each([
    ['4262', { v2: [false, true], posts: [refuse(426, 4262)] }, 8],
    ['5031', { v2: [true, false], sessions: [refuse(503, 5031)] }, 7],
  ])('reads the recipe again after %s, and uses the other pipeline', async (_, script, id) => {
    const { options, state } = serve(script);
    const fractions: number[] = [];
    const onProgress: UploadOptions['onProgress'] = ({ fraction }) => fractions.push(fraction);
    const image = await uploadImage(SOURCE, { ...options, onProgress });
    expect(image.image_id).toBe(id);
    expect(state).toMatchObject({ recipes: 2, sessions: 1, keys: { length: 1 } });
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  });

  it('gets one attempt per pipeline, and no other with the same recipe', async () => {
    const back = serve({
      v2: [false, true, false],
      posts: [refuse(426, 4262)],
      sessions: [refuse(503, 5031)],
    });
    await expect(uploadImage(SOURCE, back.options)).rejects.toMatchObject({ code: 5031 });
    expect(back.state).toMatchObject({ recipes: 2, sessions: 1, keys: { length: 1 } });
    const stuck = serve({ v2: [false, false, true], posts: [refuse(426, 4262)] });
    await expect(uploadImage(SOURCE, stuck.options)).rejects.toMatchObject({ code: 4262 });
    expect(stuck.state).toMatchObject({ recipes: 2, keys: { length: 1 } });
    // A refused upload leaves no ticket, so the next follows the recipe.
    await expect(uploadImage(SOURCE, stuck.options)).resolves.toMatchObject({ image_id: 8 });
    expect(stuck.state).toMatchObject({ recipes: 3, sessions: 1, keys: { length: 1 } });
  });

  it('reads the recipe once for all pending images', async () => {
    const { options, state } = serve({ v2: [true, false], sessions: [refuse(503, 5031)] });
    const { api } = options;
    const sources = ['a.png', 'b.png', 'c.png'].map((filename) => ({
      filename,
      read: async () => SOURCE,
    }));
    const recipe = { client_pipeline_concurrency: 1 };
    const readRecipe = api.readRecipe.bind(api);
    vi.spyOn(api, 'readRecipe').mockImplementation(async () => ({
      ...(await readRecipe()),
      ...recipe,
    }));
    const outcomes = await uploadImages(sources, {
      api,
      codecs,
      visibility: 'public',
      scheduler: stillScheduler().scheduler,
    });
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));
    expect(state).toMatchObject({ recipes: 2, sessions: 1, keys: { length: 3 } });
  });

  it('resumes a session that began before pipeline 2 was switched off', async () => {
    const { options, state } = serve({ v2: [true, false], sessions: [refuse(401, 4010)] });
    await expect(uploadImage(SOURCE, options)).rejects.toMatchObject({ code: 4010 });
    await expect(uploadImage(SOURCE, options)).resolves.toMatchObject({ image_id: 8 });
    expect(state).toMatchObject({ sessions: 2, keys: [] });
  });
});

describe('an upload that is paused', () => {
  const pausing = (v2: boolean) => {
    const { options, state } = serve({ v2: [v2] });
    const pause = new AbortController();
    const made: PreparedImage[] = [];
    const draw = vi.fn<typeof codecs.draw>(codecs.draw);
    const prepared: UploadOptions['prepared'] = {
      load: async () => made[0] ?? null,
      save: async (_, image) => void made.push(image),
    };
    const create = vi.spyOn(options.api, 'createUpload');
    const takeBacks = [vi.spyOn(options.api, 'cancelUpload'), vi.spyOn(options.api, 'deleteImage')];
    const stop = async (): Promise<never> => {
      pause.abort(new UploadPause());
      throw pause.signal.reason;
    };
    vi.spyOn(options.api, 'readUpload').mockImplementationOnce(stop);
    vi.spyOn(options.api, 'readQueuedUpload').mockImplementationOnce(stop);
    const resumable = { ...options, codecs: { ...codecs, draw }, prepared };
    const first = uploadImage(SOURCE, { ...resumable, signal: pause.signal });
    return { first, resumable, state, draw, create, takeBacks };
  };

  it('keeps its session and parts, and resumes both', async () => {
    const { first, resumable, draw, create, takeBacks } = pausing(true);
    await expect(first).rejects.toThrow(UploadPause);
    const stages: string[] = [];
    const onProgress: UploadOptions['onProgress'] = ({ stage, fraction }) =>
      stages.push(`${stage} ${fraction}`);
    const image = await uploadImage(SOURCE, { ...resumable, onProgress });
    expect(image.image_id).toBe(8);
    expect(stages[0]).toBe('prepare 0.5');
    expect(draw).toHaveBeenCalledTimes(1);
    const [[key] = [], [again] = []] = create.mock.calls;
    expect(again).toBe(key);
    for (const takeBack of takeBacks) expect(takeBack).not.toHaveBeenCalled();
  });

  it('hands in the same facts of its photograph when another window resumes it', async () => {
    const gps = { 1: 'N', 2: [48, 1, 30, 1, 0, 1], 3: 'E', 4: [2, 1, 0, 1, 0, 1] };
    const exif = craftExif({ 0x0110: 'GR III' }, { 0x9003: '2026:07:14 21:05:09' }, false, gps);
    const picture = paint(2, 2, () => RED);
    const photograph = encodePng(picture, [pngChunk('eXIf', exif)]).slice();
    const { options } = serve({ v2: [true] });
    const create = vi.spyOn(options.api, 'createUpload');
    const stop = async (): Promise<never> => {
      throw new UploadPause();
    };
    vi.spyOn(options.api, 'readUpload').mockImplementationOnce(stop);
    await expect(uploadImage(photograph, options)).rejects.toThrow(UploadPause);
    await uploadImage(photograph, options);
    await uploadImage(photograph, { ...options, keepsLocation: async () => true });
    const [first, again, located] = create.mock.calls.map(([, manifest]) => manifest);
    const taken = { taken_at: '2026-07-14T21:05:09', camera: { name: 'GR III' } };
    expect(first).toMatchObject({ taken, source: { sha256: await sha256Hex(photograph) } });
    expect(first?.taken).toEqual(taken);
    expect(again).toEqual(first);
    expect(located?.taken).toEqual({ ...taken, location: { latitude: 48.5, longitude: 2 } });
  });

  it('keeps an original on the server, and does not send it again', async () => {
    const { first, resumable, state, takeBacks } = pausing(false);
    await expect(first).rejects.toThrow(UploadPause);
    const image = await uploadImage(SOURCE, resumable);
    expect(image.image_id).toBe(7);
    expect(state.bodies).toHaveLength(1);
    for (const takeBack of takeBacks) expect(takeBack).not.toHaveBeenCalled();
  });

  it('stores the id of a sent original whose answer comes late', async () => {
    const pause = new AbortController();
    const { options } = serve({ onPost: () => pause.abort(new UploadPause()) });
    const save = vi.spyOn(options.store ?? memoryResumeStore(), 'save');
    const paused = uploadImage(SOURCE, { ...options, signal: pause.signal });
    await expect(paused).rejects.toThrow(UploadPause);
    expect(save.mock.lastCall?.[1]).toMatchObject({ pipeline: 1, queueId: 'q1' });
  });

  it.each([
    ['its session', true, 'cancelUpload', 'u'],
    ['its original', false, 'deleteImage', 7],
  ] as const)('cancels %s that will not be resumed', async (_, v2, call, id) => {
    const { first, resumable } = pausing(v2);
    const save = vi.spyOn(resumable.store ?? memoryResumeStore(), 'save');
    await expect(first).rejects.toThrow(UploadPause);
    const taken = vi.spyOn(resumable.api, call);
    const ticket = save.mock.lastCall?.[1];
    if (ticket !== undefined)
      await discardUpload(ticket, resumable.api, stillScheduler().scheduler);
    expect(taken).toHaveBeenCalledExactlyOnceWith(id, expect.anything());
  });
});

it('stops preparing after eight minutes, not counting suspended time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { options } = serve({ v2: [true] });
  const draw = vi.fn<Codecs['draw']>(
    (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const ended = vi.fn<(error: unknown) => void>();
  const uploading = uploadImage(SOURCE, { ...options, codecs: { isParallel: true, draw } });
  const over = uploading.catch(ended);
  await expect.poll(() => draw).toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 86_400_000);
  vi.advanceTimersByTime(470_000);
  await setImmediate();
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  await over;
  expect(ended).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ fault: 'processing_timeout' }),
  );
  expect(vi.getTimerCount()).toBe(0);
});
