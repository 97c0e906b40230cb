import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TintypeApi } from '../../../src/client/api.ts';
import { cookieCredentials } from '../../../src/client/credentials.ts';
import { Cooldown } from '../../../src/client/cooldown.ts';
import type { Codecs } from '../../../src/client/imaging/codecs/codecs.ts';
import type { Recipe, UploadManifest } from '../../../src/client/protocol-types.ts';
import { uploadImages } from '../../../src/client/upload-many.ts';
import { encodeWebp } from '../imaging/fixtures/encoders.ts';
import { encodePng } from '../imaging/fixtures/craft.ts';
import { paintQuadrants } from '../imaging/fixtures/images.ts';
import { RECIPE } from './imaging/fixtures/recipe.ts';
import { stillScheduler } from './still-scheduler.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const SOURCE = new Uint8Array(encodePng(paintQuadrants(4, 4)));
let codecs: Codecs;

beforeAll(async () => {
  const webp = await encodeWebp(paintQuadrants(4, 4));
  codecs = {
    isParallel: false,
    draw: async () => ({
      encodeMaster: async () => webp,
      encodeFrame: async () => webp,
      close: () => undefined,
    }),
  };
});

afterEach(() => vi.restoreAllMocks());

const ok = (data: unknown): Response => Response.json({ code: 0, message: 'ok', data });

/** A server that publishes immediately, and counts uploads from the first byte read to the end. */
const server = (
  recipe: Partial<Recipe>,
  refuse: (uploads: number) => Response | null,
  holdPart: () => Promise<void> = async () => undefined,
) => {
  const manifests: UploadManifest[] = [];
  const state = { busy: 0, mostBusy: 0, recipes: 0, manifests, puts: 0, mostPuts: 0 };
  const fetcher = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(new Request(input).url);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (pathname.endsWith('/recipe')) {
      state.recipes += 1;
      return ok({ ...RECIPE, ...recipe });
    }
    const common = { expires_at: '2026-01-01T00:00:00.000Z' };
    if (pathname === '/api/v1/uploads/') {
      const manifest = JSON.parse(init?.body as string) as UploadManifest;
      state.manifests.push(manifest);
      const refusal = refuse(state.manifests.length);
      if (refusal !== null) return refusal;
      const parts = manifest.parts.map(({ kind }) => ({
        kind,
        status: 'pending',
        put_url: `/parts/${kind}`,
      }));
      const upload_id = String(state.manifests.length);
      return ok({ ...common, upload_id, status: 'initiated', parts });
    }
    if (init?.method === 'PUT') {
      state.puts += 1;
      state.mostPuts = Math.max(state.mostPuts, state.puts);
      await holdPart();
      state.puts -= 1;
      return ok(null);
    }
    state.busy -= 1;
    const image = { image_id: 7, unique_link: 'abc', asset_link: 'abc' };
    return ok({ ...common, upload_id: 'u', status: 'completed', parts: [], ...image });
  };
  const read = async (): Promise<Uint8Array<ArrayBuffer>> => {
    state.busy += 1;
    state.mostBusy = Math.max(state.mostBusy, state.busy);
    return SOURCE;
  };
  const api = new TintypeApi('http://tintype.test', cookieCredentials(), fetcher);
  return { api, fetcher, state, read };
};

/** Rejects like `fetch` when its signal is aborted. */
const until = async <T>(signal: AbortSignal | null | undefined, answer: Promise<T>): Promise<T> => {
  const aborted = Promise.withResolvers<never>();
  signal?.addEventListener('abort', () => aborted.reject(signal.reason));
  return Promise.race([answer, aborted.promise]);
};

const sources = (count: number, read: () => Promise<Uint8Array<ArrayBuffer>>) =>
  Array.from({ length: count }, (_, index) => ({ filename: `${index}.png`, read }));

describe('uploadImages', () => {
  it.each([
    ['as many as there are pipelines', { client_pipeline_concurrency: 3 }, 3],
    ['one', { client_pipeline_concurrency: 1 }, 1],
    [
      'no more than there may be sessions',
      { client_pipeline_concurrency: 4, client_active_session_concurrency: 2 },
      2,
    ],
    ['two where the recipe gives no hint', {}, 2],
  ])('runs %s at a time', async (_, hints, expected) => {
    const { api, state, read } = server(hints, () => null);
    const options = {
      api,
      codecs,
      visibility: 'public' as const,
      scheduler: stillScheduler().scheduler,
    };
    const outcomes = await uploadImages(sources(6, read), options);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'));
    expect(state.mostBusy).toBe(expected);
    expect(state.recipes).toBe(1);
  });

  it('limits parts in transfer over all uploads', async () => {
    const opened = Promise.withResolvers<void>();
    const onUpload = (uploads: number): null => {
      if (uploads === 4) opened.resolve();
      return null;
    };
    const hints = { client_pipeline_concurrency: 4 };
    // No part arrives before all four uploads send one.
    const { api, state, read } = server(hints, onUpload, () => opened.promise);
    const options = {
      api,
      codecs,
      visibility: 'public' as const,
      scheduler: stillScheduler().scheduler,
    };
    await uploadImages(sources(4, read), options);
    expect(state.mostPuts).toBe(4);
  });

  it('states its own recipe version, not the server’s newest', async () => {
    const { api, state, read } = server({ recipe_version: '2.9.0' }, () => null);
    const options = {
      api,
      codecs,
      visibility: 'public' as const,
      scheduler: stillScheduler().scheduler,
    };
    await uploadImages(sources(1, read), options);
    expect(state.manifests.map((manifest) => manifest.recipe_version)).toEqual(['2.0.0']);
  });

  it('stops at a 429, and starts no other upload before its Retry-After', async () => {
    const refuse = (uploads: number): Response | null =>
      uploads === 1
        ? Response.json({ code: 4029 }, { status: 429, headers: { 'Retry-After': '40' } })
        : null;
    const { api, state, read } = server({ client_pipeline_concurrency: 1 }, refuse);
    const { scheduler, slept } = stillScheduler();
    const outcomes = await uploadImages(sources(3, read), {
      api,
      codecs,
      visibility: 'public',
      scheduler,
    });
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(slept).toEqual([40_000]);
    expect(state.manifests.length).toBe(3);
  });

  it('opens no session during a Retry-After for an image that was being prepared', async () => {
    const close = vi.spyOn(Cooldown.prototype, 'close');
    const refuse = (uploads: number): Response | null =>
      uploads === 1
        ? Response.json({ code: 4029 }, { status: 429, headers: { 'Retry-After': '40' } })
        : null;
    const { api, state, read } = server({ client_pipeline_concurrency: 2 }, refuse);
    const { scheduler, slept } = stillScheduler();
    let drawn = 0;
    const draw: Codecs['draw'] = async (...source) => {
      drawn += 1;
      // The second is being prepared until the first has failed.
      if (drawn > 1) await vi.waitUntil(() => close.mock.calls.length > 0, { timeout: 30_000 });
      return codecs.draw(...source);
    };
    const outcomes = await uploadImages(sources(2, read), {
      api,
      codecs: { ...codecs, draw },
      visibility: 'public',
      scheduler,
    });
    // Either may be drawn first, and that one is refused.
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(slept).toEqual([40_000]);
    expect(state.manifests.length).toBe(2);
  });

  it.each(['86400', 'Fri, 31 Dec 2100 23:59:59 GMT'])(
    'fails pending images when the wait exceeds the limit (%s)',
    async (until) => {
      const refuse = (): Response =>
        Response.json({ code: 4029 }, { status: 429, headers: { 'Retry-After': until } });
      const { api, state, read } = server({ client_pipeline_concurrency: 1 }, refuse);
      const { scheduler, slept } = stillScheduler();
      const options = { api, codecs, visibility: 'public' as const, scheduler };
      const outcomes = await uploadImages(sources(3, read), options);
      const failed = { status: 'rejected', reason: { code: 4029 } };
      expect(outcomes).toMatchObject([failed, failed, failed]);
      expect(slept).toEqual([]);
      expect(state.manifests.length).toBe(1);
    },
  );

  it.each([
    ['hangs', () => new Promise<never>(() => undefined), 1],
    ['fails', async () => Response.json({ code: 1001 }, { status: 503 }), 2],
  ])(
    'cancels immediately though the server %s, within ten seconds and one more attempt',
    async (_, answerCancel, attempts) => {
      const limits: AbortController[] = [];
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
        if (ms !== 10_000) return timeout(ms);
        const limit = new AbortController();
        limits.push(limit);
        return limit.signal;
      });
      const abort = new AbortController();
      const holdPart = async (): Promise<never> => {
        abort.abort(new Error('enough'));
        return new Promise(() => undefined);
      };
      const cancels: (AbortSignal | null | undefined)[] = [];
      const { fetcher, read } = server({}, () => null, holdPart);
      const api = new TintypeApi('http://tintype.test', cookieCredentials(), async (...request) => {
        const [, init] = request;
        if (init?.method === 'DELETE') {
          cancels.push(init.signal);
          return until(init.signal, answerCancel());
        }
        return until(init?.signal, fetcher(...request));
      });
      const options = { api, codecs, visibility: 'public' as const, signal: abort.signal };
      const outcomes = await uploadImages(sources(1, read), {
        ...options,
        scheduler: stillScheduler().scheduler,
      });
      expect(outcomes).toMatchObject([{ status: 'rejected', reason: { message: 'enough' } }]);
      await expect.poll(() => cancels.length).toBe(attempts);
      expect(limits.length).toBe(1);
      limits[0]?.abort();
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(cancels.map((signal) => signal?.aborted)).toEqual(Array(attempts).fill(true));
    },
  );

  it('fails each image when the recipe cannot be read', async () => {
    const fetcher = async (): Promise<Response> => Response.json({ code: 4010 }, { status: 401 });
    const api = new TintypeApi('http://tintype.test', cookieCredentials(), fetcher);
    const options = {
      api,
      codecs,
      visibility: 'public' as const,
      scheduler: stillScheduler().scheduler,
    };
    const outcomes = await uploadImages(
      sources(2, async () => SOURCE),
      options,
    );
    expect(outcomes).toMatchObject(
      [1, 2].map(() => ({ status: 'rejected', reason: { code: 4010 } })),
    );
  });
});
