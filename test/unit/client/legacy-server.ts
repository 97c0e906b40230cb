import { expect } from 'vitest';
import { TintypeApi } from '../../../src/client/api.ts';
import { cookieCredentials } from '../../../src/client/credentials.ts';
import type { Codecs } from '../../../src/client/imaging/codecs/codecs.ts';
import type { QueuedUpload, Recipe } from '../../../src/client/protocol-types.ts';
import { memoryResumeStore } from '../../../src/client/resume.ts';
import type { UploadOptions } from '../../../src/client/upload-run.ts';
import { joinBytes } from '../../../src/shared/bytes.ts';
import { encodeWebp } from '../imaging/fixtures/encoders.ts';
import { encodePng, pngChunk } from '../imaging/fixtures/craft.ts';
import { paintQuadrants } from '../imaging/fixtures/images.ts';
import { RECIPE } from './imaging/fixtures/recipe.ts';
import { stillScheduler } from './still-scheduler.ts';

export const PICTURE = paintQuadrants(4, 4);
/** More than one chunk of a transfer. */
export const SOURCE = joinBytes([
  encodePng(PICTURE, [pngChunk('prIV', new Uint8Array(200_000).fill(7))]),
]);
export const IMAGE = { id: 7, unique_link: 'abcDEF123456' };
const PUBLISHED = { id: 'q1', status: 'completed', image_id: 7 } as const;
export const PENDING = { id: 'q1', status: 'pending', image_id: 7 } as const;

export const codecs: Codecs = {
  isParallel: false,
  draw: async () => ({
    encodeMaster: () => encodeWebp(PICTURE),
    encodeFrame: () => encodeWebp(PICTURE),
    close: () => undefined,
  }),
};

export function refuse(status: number, code: number, seconds?: number): Response {
  const headers = new Headers(seconds === undefined ? [] : [['Retry-After', String(seconds)]]);
  return Response.json({ code, message: 'no' }, { status, headers });
}

/** A server's answers, in order. */
export interface Script {
  /** Answers of POST /images/ before `pending`; an error is a broken connection. */
  readonly posts?: (Response | Error)[];
  /** Answers of GET /upload/queue/:id before `completed`. */
  readonly states?: (Response | QueuedUpload)[];
  /** Answers of GET /images/:id before the image. */
  readonly images?: Response[];
  readonly deletions?: Response[];
  /** Answers of POST /uploads/. */
  readonly sessions?: Response[];
  /** `v2_enabled` of each reading of the recipe; the last is repeated. */
  readonly v2?: boolean[];
  /** Runs when a file has arrived. */
  readonly onPost?: () => void | Promise<void>;
}

/** A server of pipeline 1, and of pipeline 2 with immediate publication. */
export function serve({
  posts = [],
  states = [],
  images = [],
  deletions = [],
  sessions = [],
  v2 = [false],
  onPost,
}: Script = {}) {
  const state = {
    keys: [] as (string | null)[],
    bodies: [] as Uint8Array[],
    forms: [] as FormData[],
    polls: 0,
    recipes: 0,
    deleted: [] as string[],
    sessions: 0,
  };
  const submit = async (request: Request): Promise<Response> => {
    state.keys.push(request.headers.get('Idempotency-Key'));
    const body = await request.clone().bytes();
    expect(Number(request.headers.get('Content-Length'))).toBe(body.length);
    state.bodies.push(body);
    state.forms.push(await request.formData());
    await onPost?.();
    const answer = posts.shift() ?? ok(PENDING);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const fetcher = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const path = pathname.slice('/api/v1'.length);
    if (path === '/uploads/recipe') {
      state.recipes += 1;
      const v2_enabled = (v2.length > 1 ? v2.shift() : v2[0]) ?? false;
      return ok({ ...RECIPE, v2_enabled } satisfies Recipe);
    }
    if (path === '/images/') return submit(request);
    if (path.startsWith('/upload/queue/')) {
      state.polls += 1;
      const answer = states.shift() ?? PUBLISHED;
      return answer instanceof Response ? answer : ok(answer);
    }
    if (path === '/images/7' && request.method === 'DELETE') {
      const answer = deletions.shift() ?? ok({});
      if (answer.ok) state.deleted.push(path);
      return answer;
    }
    if (path === '/images/7') return images.shift() ?? ok(IMAGE);
    if (path === '/uploads/') {
      state.sessions += 1;
      return sessions.shift() ?? ok({ upload_id: 'u', status: 'processing', parts: [] });
    }
    const links = { image_id: 8, unique_link: 'xyz', asset_link: 'xyz' };
    return ok({ upload_id: 'u', status: 'completed', parts: [], ...links });
  };
  const { scheduler, slept } = stillScheduler();
  const api = new TintypeApi('http://tintype.test', cookieCredentials(), (input, init) =>
    abortable(init?.signal, fetcher(input, init)),
  );
  const options: UploadOptions = {
    api,
    codecs,
    filename: 'Fjällräven "1".png',
    visibility: 'public',
    store: memoryResumeStore(),
    scheduler,
  };
  return { state, slept, options };
}

/** Rejects like `fetch` when its signal is aborted. */
async function abortable<T>(
  signal: AbortSignal | null | undefined,
  answer: Promise<T>,
): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  signal?.addEventListener('abort', () => aborted.reject(signal.reason));
  return Promise.race([answer, aborted.promise]);
}

function ok(data: unknown): Response {
  return Response.json({ code: 0, message: 'ok', data });
}
