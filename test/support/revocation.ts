import { expect } from 'vitest';
import type { Visibility } from '../../src/worker/db/schema/images.ts';
import { call } from './api-call.ts';
import { seedPublishedImage, type SeededImage } from './images.ts';
import type { Person } from './people.ts';
import { Interleaver } from './interleaver.ts';
import { createTestWorker, TestClock, type TestWorker } from './worker.ts';

/** A wait, a tombstone or an epoch that is left out fails within three. */
export const TRIALS = 40;
const MAX_TRIALS = 100;
export const SEED = 20_261_120;

// A commit may take this long: rows are read and requests answered meanwhile.
const MAX_COMMIT_MS = 20_000;

/** Twice the lifetime of an epoch lookup. */
const MAX_LOOK_AGE_MS = 500;

/** One way to request an image, at one isolate. */
export interface View {
  readonly worker: TestWorker;
  readonly path: string;
  readonly init?: RequestInit;
}

export interface Seen {
  readonly view: string;
  readonly status: number;
  readonly code: number | null;
}

export interface Scene {
  readonly interleaver: Interleaver;
  /** Isolates of one data centre: they share the bindings and the cache. */
  readonly isolates: readonly TestWorker[];
  readonly here: TestWorker;
}

/** Isolates with small images in memory, and one with only the data centre's cache. */
export const setUp = (seed: number): Scene => {
  const clock = new TestClock();
  const interleaver = new Interleaver(clock, seed);
  const start = (vars: Record<string, string> = {}) =>
    createTestWorker({ clock, vars, intercept: interleaver.intercept });
  const here = start();
  interleaver.holdCache();
  return { interleaver, here, isolates: [here, start(), start({ MEMORY_CACHE_ENTRY_BYTES: '0' })] };
};

const ask = async ({ worker, path, init }: View): Promise<Seen> => {
  const response = await worker.fetch(path, init);
  const { status } = response;
  const body = await response.arrayBuffer();
  const isRefusal = status >= 400 && body.byteLength > 0;
  if (isRefusal) expect(response.headers.get('Cache-Control')).toBe('no-store');
  const code = isRefusal
    ? (JSON.parse(new TextDecoder().decode(body)) as { code: number }).code
    : null;
  return { view: `${init?.method ?? 'GET'} ${path}`, status, code };
};

export const publicViews = (isolates: readonly TestWorker[], { uniqueLink }: SeededImage): View[] =>
  isolates.flatMap((worker) => [
    { worker, path: `/i/${uniqueLink}.webp` },
    { worker, path: `/i/${uniqueLink}/publish.webp` },
    { worker, path: `/i/${uniqueLink}/gallery.webp` },
    { worker, path: `/i/${uniqueLink}.webp`, init: { headers: { Range: 'bytes=2-9' } } },
    { worker, path: `/i/${uniqueLink}/publish.webp`, init: { headers: { 'If-None-Match': '*' } } },
    { worker, path: `/i/${uniqueLink}/gallery.webp`, init: { method: 'HEAD' } },
    { worker, path: `/i/${uniqueLink}` },
    { worker, path: `/r/160/${uniqueLink}.webp` },
    { worker, path: `/r/640/${uniqueLink}.auto`, init: { headers: { Accept: 'image/webp' } } },
  ]);

export const privateViews = (
  { isolates }: Scene,
  { uniqueLink }: SeededImage,
  headers: Record<string, string>,
  names: readonly string[],
): View[] =>
  isolates.flatMap((worker) =>
    names.map((name) => ({ worker, path: `/i/${uniqueLink}S${name}`, init: { headers } })),
  );

export const statusOf = async (worker: TestWorker, path: string, headers = {}): Promise<number> =>
  (await ask({ worker, path, init: { headers } })).status;

/** Numbers `TRIALS` trials, and more while one of the counts is thin: chance decides what a trial holds. */
export function* numberTrials(counts: () => readonly number[]): Generator<number> {
  const isThin = (): boolean => Math.min(...counts()) <= TRIALS / 5;
  for (let trial = 0; trial < TRIALS || (trial < MAX_TRIALS && isThin()); trial += 1) yield trial;
}

export interface Trial {
  readonly views: readonly View[];
  readonly change: () => Promise<unknown>;
  /** Number of views in flight at a time. */
  readonly inFlight?: number;
}

/** Loads the same view into the memory of every isolate that has one. */
const holdEverywhere = async (
  { interleaver, isolates }: Scene,
  views: readonly View[],
): Promise<void> => {
  const plain = views.filter(({ init }) => init === undefined);
  if (plain.length === 0) return;
  const view = interleaver.pick(plain);
  const askAll = () => Promise.all(isolates.map((worker) => ask({ ...view, worker })));
  for (let sight = 0; sight < 2; sight += 1) {
    await askAll();
    await Promise.all(isolates.map((worker) => worker.settle()));
  }
  const before = interleaver.matches;
  await askAll();
  interleaver.holdings += Number(interleaver.matches - before <= 1);
};

/**
 * One trial: views are in flight, before and during the switch; the first requests after its response, and those after
 * every held operation has arrived, must be refused at every isolate.
 */
export const runTrial = async (
  scene: Scene,
  { views, change, inFlight: count = 2 }: Trial,
  isRefused: (seen: Seen) => boolean,
): Promise<void> => {
  const { interleaver, isolates } = scene;
  const some = () => Array.from({ length: count }, () => ask(interleaver.pick(views)));
  const probe = () =>
    Promise.all(
      isolates.map((worker) =>
        ask(interleaver.pick(views.filter((view) => view.worker === worker))),
      ),
    );
  const settleAll = () => Promise.all(isolates.map((worker) => worker.settle()));
  const inFlight: Promise<unknown>[] = [];
  // Caches are cold, partly warm or warm; the isolates' epochs are fresh or not.
  interleaver.reset(async () => undefined);
  interleaver.reach('committed');
  interleaver.reach('answered');
  await interleaver.pick([
    async () => [],
    () => Promise.all(some()),
    () => holdEverywhere(scene, views),
  ])();
  await settleAll();
  interleaver.drift(interleaver.pick([0, MAX_LOOK_AGE_MS]));

  interleaver.reset(async () => {
    interleaver.drift(MAX_COMMIT_MS);
    inFlight.push(...(await interleaver.begin(some)));
  });
  inFlight.push(...(await interleaver.begin(some)));
  await change();
  const seen = await probe();
  interleaver.reach('committed');
  interleaver.reach('answered');
  await Promise.all(inFlight);
  await settleAll();
  seen.push(...(await probe()));
  expect(seen.filter((one) => !isRefused(one))).toEqual([]);
};

export const expectOk = (answer: { status: number }): void => {
  expect(answer.status).toBe(200);
};

export const tokenOf = async (
  worker: TestWorker,
  owner: Person,
  image: SeededImage,
): Promise<string> => {
  const path = `/images/${String(image.imageId)}/tokens`;
  const answer = await call<{ token: string }>(worker, owner, 'POST', path);
  return answer.data.token;
};

export const ownImage = async (
  { here }: Scene,
  owner: Person,
  visibility: Visibility = 'public',
): Promise<SeededImage> => seedPublishedImage(here, { userId: owner.userId, visibility });

// One kind of trials takes some 20 s on an idle machine.
export const DEADLINE_MS = 400_000;
