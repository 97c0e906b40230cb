import { GifWriter } from 'omggif';
import { describe, expect, it, vi } from 'vitest';
import { Cooldown } from '../../../src/client/cooldown.ts';
import { uploadImages } from '../../../src/client/upload-many.ts';
import { uploadImage } from '../../../src/client/upload.ts';
import { joinBytes } from '../../../src/shared/bytes.ts';
import { jpegHeaders, riffChunk, writeExtendedWebp } from '../imaging/fixtures/craft.ts';
import { RECIPE } from './imaging/fixtures/recipe.ts';
import {
  codecs,
  IMAGE,
  PENDING,
  PICTURE,
  refuse,
  serve,
  SOURCE,
  type Script,
} from './legacy-server.ts';
import { stillScheduler } from './still-scheduler.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** A JPEG of 12 bits a channel. */
const DEEP = joinBytes([jpegHeaders(10, 10, 3)]);
DEEP[6] = 12;

/** `toEqual` takes seconds for these. */
const isSame = (a: Uint8Array, b: Uint8Array = new Uint8Array()): boolean =>
  Buffer.from(a).equals(b);

const animatedGif = (): Uint8Array<ArrayBuffer> => {
  const file = Buffer.alloc(1000);
  const writer = new GifWriter(file, 2, 2, { palette: [0, 0xff_ff_ff], loop: 0 });
  for (let frame = 0; frame < 2; frame += 1) writer.addFrame(0, 0, 2, 2, [0, 1, 1, 0]);
  return new Uint8Array(file.subarray(0, writer.end()));
};

describe('an upload with pipeline 2 off', () => {
  it('sends the file with its name, and returns the image’s link', async () => {
    const { options, state, slept } = serve({ states: [PENDING] });
    const reports: [string, number][] = [];
    const image = await uploadImage(SOURCE, {
      ...options,
      onProgress: ({ stage, fraction }) => reports.push([stage, fraction]),
    });
    expect(image).toEqual({
      upload_id: 'q1',
      image_id: 7,
      unique_link: IMAGE.unique_link,
      asset_link: IMAGE.unique_link,
      path: `/i/${IMAGE.unique_link}`,
    });
    const [form] = state.forms;
    expect(form?.get('visibility')).toBe('public');
    const file = form?.get('file') as File;
    expect([file.name, file.type]).toEqual(['Fjällräven "1".png', 'image/png']);
    expect(isSame(await file.bytes(), SOURCE)).toBe(true);
    expect(slept).toEqual([2000, 2000]);

    const fractions = reports.map(([, fraction]) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(reports.filter(([stage]) => stage === 'send').length).toBeGreaterThan(3);
    expect([...new Set(reports.map(([stage]) => stage))]).toEqual([
      'prepare',
      'send',
      'publish',
      'done',
    ]);
    expect(fractions.at(-1)).toBe(1);
  });

  it.each([
    ['too many bytes', SOURCE, 'source_too_large', { max_source_bytes: 1000 }],
    ['another kind of file', new TextEncoder().encode('no image'), 'unsupported_type', {}],
    [
      'a kind that is not accepted',
      SOURCE,
      'unsupported_type',
      { supported_source_mime_types: [] },
    ],
    ['broken headers', SOURCE.slice(0, 20), 'malformed', {}],
    ['an unreadable coding', DEEP, 'unsupported_coding', {}],
    ['too many pixels', joinBytes([jpegHeaders(9000, 9000, 3)]), 'too_many_pixels', {}],
  ])('of %s is refused before anything is sent', async (_, source, code, limits) => {
    const { options, state } = serve();
    const recipe = { ...RECIPE, v2_enabled: false, ...limits };
    const upload = uploadImage(source, { ...options, recipe });
    await expect(upload).rejects.toMatchObject({ name: 'PrepareError', code });
    expect(state.keys).toEqual([]);
  });

  it('accepts animations, and sides longer than a WebP’s', async () => {
    const moving = riffChunk('ANIM', new Uint8Array(6));
    const webp = joinBytes([writeExtendedWebp(0x02, PICTURE, moving)]);
    const long = joinBytes([jpegHeaders(20_000, 10, 3)]);
    for (const source of [animatedGif(), webp, long]) {
      const { options, state } = serve();
      await expect(uploadImage(source, options)).resolves.toMatchObject({ image_id: 7 });
      const file = state.forms[0]?.get('file') as File;
      expect(isSame(await file.bytes(), source)).toBe(true);
    }
  });

  it('repeats key and bytes after lost connections and server errors', async () => {
    const { options, state, slept } = serve({
      posts: [new TypeError('reset'), refuse(400, 3006), refuse(503, 1001, 40)],
    });
    await uploadImage(SOURCE, options);
    expect(state.keys.length).toBe(4);
    expect(new Set(state.keys).size).toBe(1);
    expect(state.bodies.every((body) => isSame(body, state.bodies[0]))).toBe(true);
    expect(slept[2]).toBe(40_000);
  });

  it('makes at most five attempts, and none after a refusal', async () => {
    const broken = serve({ posts: Array.from({ length: 9 }, () => new TypeError('reset')) });
    await expect(uploadImage(SOURCE, broken.options)).rejects.toThrow('did not answer');
    expect(broken.state.keys.length).toBe(5);
    for (const [status, code] of [
      [403, 4012],
      [415, 3003],
      [429, 4291],
    ] as const) {
      const { options, state } = serve({ posts: [refuse(status, code, 1)] });
      await expect(uploadImage(SOURCE, options)).rejects.toMatchObject({ code });
      expect(state.keys.length).toBe(1);
    }
  });

  it('does not start during a Retry-After, even if its file is being read', async () => {
    const close = vi.spyOn(Cooldown.prototype, 'close');
    const { options, state, slept } = serve({ posts: [refuse(429, 4029, 40)] });
    const held = async (): Promise<Uint8Array<ArrayBuffer>> => {
      await vi.waitUntil(() => close.mock.calls.length > 0, { timeout: 30_000 });
      return SOURCE;
    };
    const sources = [async () => SOURCE, held].map((read, index) => ({
      filename: `${index}.png`,
      read,
    }));
    const { api, scheduler = stillScheduler().scheduler } = options;
    const outcomes = await uploadImages(sources, { api, codecs, visibility: 'public', scheduler });
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(slept).toEqual([40_000, 2000]);
    expect(state.keys.length).toBe(2);
  });

  it('reports the code of a failed publication, and restarts the next time', async () => {
    const failure = { code: 1003, message: 'The image does not decode' };
    const { options, state } = serve({ states: [{ id: 'q1', status: 'failed', failure }] });
    await expect(uploadImage(SOURCE, options)).rejects.toMatchObject({
      fault: 'failed',
      ...failure,
    });
    await uploadImage(SOURCE, options);
    expect(new Set(state.keys).size).toBe(2);
  });
});

describe('an original whose upload was cut off', () => {
  /** Interrupted after the file has arrived. */
  const cutOff = async ({ states = [], ...script }: Script) => {
    const server = serve({ ...script, states: [refuse(401, 4010), ...states] });
    await expect(uploadImage(SOURCE, server.options)).rejects.toMatchObject({ code: 4010 });
    return server;
  };

  it('is repeated with its key unless the server surely has it', async () => {
    const { options, state } = serve({
      posts: Array.from({ length: 5 }, () => new TypeError('reset')),
    });
    await expect(uploadImage(SOURCE, options)).rejects.toThrow('did not answer');
    await uploadImage(SOURCE, options);
    expect(state.keys.length).toBe(6);
    expect(new Set(state.keys).size).toBe(1);
    await uploadImage(SOURCE, options);
    expect(new Set(state.keys).size).toBe(2);
  });

  it('is not repeated when the server has it, for any recipe', async () => {
    const { options, state } = await cutOff({ v2: [false, true] });
    await expect(uploadImage(SOURCE, options)).resolves.toMatchObject({ image_id: 7 });
    expect([state.keys.length, state.polls, state.sessions]).toEqual([1, 2, 0]);
  });

  it('gets another key, once, when forgotten or deleted', async () => {
    for (const script of [{ states: [refuse(404, 4043)] }, { images: [refuse(404, 4041)] }]) {
      const { options, state } = await cutOff(script);
      await expect(uploadImage(SOURCE, options)).resolves.toMatchObject({ image_id: 7 });
      expect([state.keys.length, new Set(state.keys).size]).toEqual([2, 2]);
    }
    const { options, state } = await cutOff({ states: [refuse(404, 4043), refuse(404, 4043)] });
    await expect(uploadImage(SOURCE, options)).rejects.toMatchObject({ code: 4043 });
    expect(state.keys.length).toBe(2);
  });
});

describe('an original deleted while its client waits', () => {
  it('is not sent again, and the next upload takes another key', async () => {
    const { options, state } = serve({ images: [refuse(404, 4041)] });
    await expect(uploadImage(SOURCE, options)).rejects.toMatchObject({ code: 4041 });
    expect(state.keys.length).toBe(1);
    await uploadImage(SOURCE, options);
    expect(new Set(state.keys).size).toBe(2);
  });
});

describe('an original whose key is taken', () => {
  it('is refused, and the next upload takes another key', async () => {
    const { options, state } = serve({ posts: [refuse(409, 4091)] });
    await expect(uploadImage(SOURCE, options)).rejects.toMatchObject({ code: 4091 });
    await uploadImage(SOURCE, options);
    expect(new Set(state.keys).size).toBe(2);
  });
});

describe('an original whose upload is aborted', () => {
  const aborting = (script: Script) => {
    const abort = new AbortController();
    const enough = (): void => abort.abort(new Error('enough'));
    const server = serve(script);
    return { ...server, enough, options: { ...server.options, signal: abort.signal } };
  };

  it('stops the transfer immediately, and sends no other request', async () => {
    const { options, state, enough } = aborting({ onPost: () => new Promise(() => undefined) });
    const signals: AbortSignal[] = [];
    const { api } = options;
    const submit = api.submitImage.bind(api);
    vi.spyOn(api, 'submitImage').mockImplementation((key, image, signal) => {
      if (signal !== undefined) signals.push(signal);
      return submit(key, image, signal, (share) => {
        if (share > 0.3) enough();
      });
    });
    await expect(uploadImage(SOURCE, options)).rejects.toThrow('enough');
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect([state.polls, state.deleted]).toEqual([0, []]);
  });

  /** Aborts during the wait for the next attempt. */
  const abortingInBetween = async (script: Script) => {
    const { options, state, enough } = aborting(script);
    const scheduler = { ...stillScheduler().scheduler, sleep: async (): Promise<void> => enough() };
    await expect(uploadImage(SOURCE, { ...options, scheduler })).rejects.toThrow('enough');
    return {
      state,
      resume: () => uploadImage(SOURCE, { ...options, signal: new AbortController().signal }),
    };
  };

  it('is not sent again when the server has refused the first attempt', async () => {
    const { state } = await abortingInBetween({ posts: [refuse(400, 3006)] });
    await new Promise((end) => setTimeout(end, 20));
    expect([state.keys.length, state.deleted]).toEqual([1, []]);
  });

  it('is found by key and deleted between attempts after a lost answer', async () => {
    for (const lost of [new TypeError('reset'), refuse(502, 0)]) {
      const { state, resume } = await abortingInBetween({ posts: [lost] });
      await expect.poll(() => state.deleted).toEqual(['/images/7']);
      expect([state.keys.length, new Set(state.keys).size]).toEqual([2, 1]);
      await resume();
      expect(new Set(state.keys).size).toBe(2);
    }
  });

  it('is looked up once after a lost answer, and left if that fails', async () => {
    const { state } = await abortingInBetween({
      posts: [new TypeError('reset'), new TypeError('reset')],
    });
    await expect.poll(() => state.keys.length).toBe(2);
    await new Promise((end) => setTimeout(end, 20));
    expect([state.keys.length, state.deleted]).toEqual([2, []]);
  });

  it('is found by its key and deleted when a resumed upload is aborted', async () => {
    const posts = Array.from({ length: 5 }, () => new TypeError('reset'));
    const { options, state, enough } = aborting({ posts });
    await expect(uploadImage(SOURCE, options)).rejects.toThrow('did not answer');
    const { api } = options;
    const submit = api.submitImage.bind(api);
    vi.spyOn(api, 'submitImage').mockImplementationOnce((key, image, signal) =>
      submit(key, image, signal, enough),
    );
    await expect(uploadImage(SOURCE, options)).rejects.toThrow('enough');
    await expect.poll(() => state.deleted).toEqual(['/images/7']);
    expect(new Set(state.keys).size).toBe(1);
  });

  it('is deleted after its answer, as soon as the server allows', async () => {
    const held = Promise.withResolvers<void>();
    const script = { deletions: [refuse(409, 4093), refuse(409, 4093)] };
    const { options, state, enough } = aborting({
      ...script,
      onPost: () => {
        enough();
        return held.promise;
      },
    });
    await expect(uploadImage(SOURCE, options)).rejects.toThrow('enough');
    expect(state.deleted).toEqual([]);
    held.resolve();
    await expect.poll(() => state.deleted).toEqual(['/images/7']);
    await uploadImage(SOURCE, { ...options, signal: new AbortController().signal });
    expect(new Set(state.keys).size).toBe(2);
  });

  it('is deleted before its publication, or left if never allowed', async () => {
    const limits: AbortController[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      if (ms !== 10_000) return timeout(ms);
      const limit = new AbortController();
      limits.push(limit);
      return limit.signal;
    });
    for (const [deletions, deleted] of [
      [[], ['/images/7']],
      [Array.from({ length: 1000 }, () => refuse(409, 4093)), []],
    ] as const) {
      const { options, state, enough } = aborting({ deletions: [...deletions] });
      const sleep = async (ms: number): Promise<void> => {
        if (ms === 2000) enough();
        else limits.at(-1)?.abort(new Error('too late'));
        options.signal.throwIfAborted();
      };
      const waiting = uploadImage(SOURCE, {
        ...options,
        scheduler: { ...stillScheduler().scheduler, sleep },
      });
      await expect(waiting).rejects.toThrow('enough');
      await expect.poll(() => state.deleted).toEqual(deleted);
    }
    expect(limits.length).toBe(2);
  });
});
