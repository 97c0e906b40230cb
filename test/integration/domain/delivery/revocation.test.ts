import { afterEach, describe, expect, it, vi } from 'vitest';
import { setStatus } from '../../../../src/domain/accounts/set-status.ts';
import type { Visibility } from '../../../../src/db/schema/images.ts';
import { call } from '../../../support/api-call.ts';
import { seedPublishedImage, type SeededImage } from '../../../support/images.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import type { Interceptor } from '../../../support/instrument.ts';
import { createRandom, Stage } from '../../../support/stage.ts';
import { registerAdmin } from '../../../support/states.ts';
import { createTestWorker, TestClock, type TestWorker } from '../../../support/worker.ts';
import { runBatch, statement } from '../../../support/sql.ts';

const TRIALS = 250;
const SEED = 20_261_120;

// A commit may take this long: rows are read, and answers given, while it is under way.
const MAX_COMMIT_MS = 20_000;

/** One way to ask for an image, at one isolate. */
interface View {
  readonly worker: TestWorker;
  readonly path: string;
  readonly init?: RequestInit;
}

interface Seen {
  readonly view: string;
  readonly status: number;
  readonly code: number | null;
}

interface Scene {
  readonly stage: Stage;
  /** Isolates of one data centre: they share the bindings and the cache. */
  readonly isolates: readonly TestWorker[];
  readonly here: TestWorker;
}

/** Isolates that keep small images in memory, and one that answers from the data centre's cache alone. */
const setUp = (seed: number): Scene => {
  const clock = new TestClock();
  const stage = new Stage(clock, seed);
  const start = (vars: Record<string, string> = {}) =>
    createTestWorker({ clock, vars, intercept: stage.intercept });
  const here = start();
  stage.holdCache();
  return { stage, here, isolates: [here, start(), start({ MEMORY_CACHE_ENTRY_BYTES: '0' })] };
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

const publicViews = (isolates: readonly TestWorker[], { uniqueLink }: SeededImage): View[] =>
  isolates.flatMap((worker) => [
    { worker, path: `/i/${uniqueLink}.webp` },
    { worker, path: `/i/${uniqueLink}/publish.webp` },
    { worker, path: `/i/${uniqueLink}/gallery.webp` },
    { worker, path: `/i/${uniqueLink}.webp`, init: { headers: { Range: 'bytes=2-9' } } },
    { worker, path: `/i/${uniqueLink}/publish.webp`, init: { headers: { 'If-None-Match': '*' } } },
    { worker, path: `/i/${uniqueLink}/gallery.webp`, init: { method: 'HEAD' } },
    { worker, path: `/i/${uniqueLink}` },
  ]);

const privateViews = (
  { isolates }: Scene,
  { uniqueLink }: SeededImage,
  headers: Record<string, string>,
  names: readonly string[],
): View[] =>
  isolates.flatMap((worker) =>
    names.map((name) => ({ worker, path: `/i/${uniqueLink}S${name}`, init: { headers } })),
  );

const statusOf = async (worker: TestWorker, path: string, headers = {}): Promise<number> =>
  (await ask({ worker, path, init: { headers } })).status;

/**
 * One trial: views are in flight, before and during the switch; the very next requests after its answer, then those
 * after everything that was held back has arrived, must be refused at every isolate.
 */
const runTrial = async (
  { stage, isolates }: Scene,
  { views, change }: { views: readonly View[]; change: () => Promise<unknown> },
  isRefused: (seen: Seen) => boolean,
): Promise<void> => {
  const some = () => Array.from({ length: 3 }, () => ask(stage.pick(views)));
  const probe = () =>
    Promise.all(
      isolates.map((worker) => ask(stage.pick(views.filter((view) => view.worker === worker)))),
    );
  const settleAll = () => Promise.all(isolates.map((worker) => worker.settle()));
  const inFlight: Promise<unknown>[] = [];
  // Caches are warm, half-warm or cold.
  stage.reset(async () => undefined);
  stage.reach('committed');
  stage.reach('answered');
  await Promise.all(stage.pick([() => [], some])());
  await settleAll();

  stage.reset(async () => {
    stage.drift(MAX_COMMIT_MS);
    inFlight.push(...(await stage.begin(some)));
  });
  inFlight.push(...(await stage.begin(some)));
  await change();
  const seen = await probe();
  stage.reach('committed');
  stage.reach('answered');
  await Promise.all(inFlight);
  await settleAll();
  seen.push(...(await probe()));
  expect(seen.filter((one) => !isRefused(one))).toEqual([]);
};

const expectOk = (answer: { status: number }): void => {
  expect(answer.status).toBe(200);
};

const tokenOf = async (worker: TestWorker, owner: Person, image: SeededImage): Promise<string> => {
  const path = `/images/${String(image.imageId)}/tokens`;
  const answer = await call<{ token: string }>(worker, owner, 'POST', path);
  return answer.data.token;
};

// About 15 s on a machine that has nothing else to do.
const DEADLINE_MS = 400_000;
const is404 = ({ status }: Seen): boolean => status === 404;

afterEach(() => {
  vi.restoreAllMocks();
});

describe(`revocation in ${String(TRIALS)} trials of each kind, with requests and cache puts in flight`, () => {
  const ownImage = async (
    { here }: Scene,
    owner: Person,
    visibility: Visibility = 'public',
  ): Promise<SeededImage> => seedPublishedImage(here, { userId: owner.userId, visibility });

  it(
    'refuses the public alias from the answer to a visibility switch on',
    async () => {
      const scene = setUp(SEED);
      const owner = await registerAndLogin(scene.here);
      for (let trial = 0; trial < TRIALS; trial += 1) {
        const image = await ownImage(scene, owner);
        const views = publicViews(scene.isolates, image);
        const path = `/images/${String(image.imageId)}/visibility`;
        const change = async () =>
          expectOk(await call(scene.here, owner, 'PATCH', path, { visibility: 'private' }));
        await runTrial(scene, { views, change }, is404);
      }
      expect(scene.stage.heldPuts).toBeGreaterThan(TRIALS / 5);
      expect(Math.min(...Object.values(scene.stage.held))).toBeGreaterThan(TRIALS / 5);
    },
    DEADLINE_MS,
  );

  it(
    'refuses an image from the answer to its deletion on',
    async () => {
      const scene = setUp(SEED + 1);
      const owner = await registerAndLogin(scene.here);
      for (let trial = 0; trial < TRIALS; trial += 1) {
        const isPrivate = trial % 5 === 0;
        const image = await ownImage(scene, owner, isPrivate ? 'private' : 'public');
        const { Cookie = '' } = owner.headers;
        const views = isPrivate
          ? privateViews(scene, image, { Cookie }, ['.webp', '/master.webp'])
          : publicViews(scene.isolates, image);
        const change = async () =>
          expectOk(await call(scene.here, owner, 'DELETE', `/images/${String(image.imageId)}`));
        await runTrial(scene, { views, change }, is404);
      }
      expect(scene.stage.heldPuts).toBeGreaterThan(TRIALS / 5);
    },
    DEADLINE_MS,
  );

  it(
    'refuses an access token from the answer to its revocation, or to the issue of another, on',
    async () => {
      const scene = setUp(SEED + 2);
      const { here } = scene;
      const owner = await registerAndLogin(here);
      const image = await ownImage(scene, owner, 'private');
      const tokens = `/images/${String(image.imageId)}/tokens`;
      for (let trial = 0; trial < TRIALS; trial += 1) {
        const token = await tokenOf(here, owner, image);
        const names = ['.webp', '/gallery.webp'];
        const views = privateViews(scene, image, { 'X-Image-Token': token }, names);
        expect(await statusOf(here, `/i/${image.uniqueLink}S.webp?token=${token}`)).toBe(200);
        const method = scene.stage.pick(['DELETE', 'POST']);
        const change = async () => expectOk(await call(here, owner, method, tokens));
        await runTrial(scene, { views, change }, ({ code }) => code === 4042);
      }
      expect(scene.stage.heldPuts).toBe(0);
      expect(Math.min(...Object.values(scene.stage.held))).toBeGreaterThan(TRIALS / 5);
    },
    DEADLINE_MS,
  );

  it(
    "refuses a person's sessions from the answer to the suspension on; public images and tokens stay",
    async () => {
      const scene = setUp(SEED + 3);
      const { here, stage } = scene;
      const owner = await registerAndLogin(here);
      const operator = await registerAdmin(here);
      // A session carries the role of its login.
      const admin = await loginAs(here, await registerAdmin(here));
      const image = await ownImage(scene, owner, 'private');
      const shown = await ownImage(scene, owner);
      const token = await tokenOf(here, owner, image);
      const link = `/i/${image.uniqueLink}S.webp`;
      const set = (person: Person, status: 'active' | 'suspended') =>
        setStatus(here.services, operator, { userId: person.userId, status });
      for (let trial = 0; trial < TRIALS; trial += 1) {
        const person = trial % 2 === 0 ? owner : admin;
        const headers = stage.pick<Record<string, string>>([
          { Cookie: person.headers['Cookie'] ?? '' },
          { Authorization: `Bearer ${person.bearer}` },
        ]);
        expect(await statusOf(here, link, headers)).toBe(200);
        const names = ['.webp', '/gallery.webp', '/master.webp', '/admin.webp'];
        const views = privateViews(scene, image, headers, names);
        const change = () => set(person, 'suspended');
        await runTrial(scene, { views, change }, ({ view, code }) =>
          /(?:master|admin)\.webp$/u.test(view) ? code === 4041 : code === 4037,
        );
        expect((await call(here, person, 'GET', '/auth/me')).code).toBe(4030);
        expect(await statusOf(here, `/i/${shown.uniqueLink}.webp`)).toBe(200);
        expect(await statusOf(here, link, { 'X-Image-Token': token })).toBe(200);
        await set(person, 'active');
      }
      expect(Math.min(...Object.values(stage.held))).toBeGreaterThan(TRIALS / 5);
    },
    DEADLINE_MS,
  );
});

describe('a switch whose answer was lost', () => {
  it('is made good when it is asked for again', async () => {
    const clock = new TestClock();
    const here = createTestWorker({ clock });
    const owner = await registerAndLogin(here);
    const image = await seedPublishedImage(here, { userId: owner.userId });
    const link = `/i/${image.uniqueLink}.webp`;
    expect(await statusOf(here, link)).toBe(200);
    await here.settle();
    // What an isolate leaves that is killed right after the commit.
    await runBatch(here.services.db, [
      statement("UPDATE images SET visibility = 'private' WHERE id = ?", image.imageId),
    ]);
    const path = `/images/${String(image.imageId)}/visibility`;
    expectOk(await call(here, owner, 'PATCH', path, { visibility: 'private' }));
    expect(await statusOf(here, link)).toBe(404);
  });
});

describe('where a switch is not heard of', () => {
  const LIFE_MS = 600_000;

  /** How long an answer may be kept from now on, in milliseconds: 0 for one that nobody keeps. */
  const keptMs = (response: Response): number => {
    const control = response.headers.get('Cache-Control') ?? '';
    return control === 'no-store' ? 0 : Number(/max-age=(\d+)/u.exec(control)?.[1]) * 1000;
  };

  it.each([1, 2, 3, 4])(
    'no answer outlives the last row that allowed it by more than ten minutes, browsers included (seed %i)',
    async (seed) => {
      const clock = new TestClock();
      const random = createRandom(SEED + seed);
      let lastRead = 0;
      let isAllowed = true;
      // Reading takes its time, and everything of it counts.
      const intercept: Interceptor = async ({ binding, method }, proceed) => {
        if (isAllowed && binding === 'DB' && method === 'all') lastRead = clock.now();
        const result = await proceed();
        if (binding === 'DB' || binding === 'BUCKET') clock.advance(Math.floor(random() * 9000));
        return result;
      };
      const start = (vars: Record<string, string> = {}) =>
        createTestWorker({ clock, vars, intercept });
      const isolates = [start(), start(), start({ MEMORY_CACHE_ENTRY_BYTES: '0' })];
      const image = await seedPublishedImage(createTestWorker({ clock }));
      const forms = publicViews(isolates, image);
      const view = async (): Promise<number> => {
        const { worker, path, init } = forms[Math.floor(random() * forms.length)] as View;
        const response = await worker.fetch(path, init);
        await response.arrayBuffer();
        expect(clock.now() + keptMs(response)).toBeLessThanOrEqual(
          response.status < 400 ? lastRead + LIFE_MS : clock.now(),
        );
        await worker.settle();
        return response.status;
      };
      for (let step = 0; step < 25; step += 1) {
        clock.advance(Math.floor(random() * 60_000));
        expect(await view()).toBeLessThan(400);
      }
      // As seen from another data centre: the row changes, and no cache hears of it.
      await runBatch(createTestWorker({ clock }).services.db, [
        statement("UPDATE images SET visibility = 'private' WHERE id = ?", image.imageId),
      ]);
      isAllowed = false;
      while (clock.now() < lastRead + 1.5 * LIFE_MS) {
        const status = await view();
        if (clock.now() > lastRead + LIFE_MS + 30_000) expect(status).toBe(404);
        clock.advance(Math.floor(random() * 30_000));
      }
    },
  );
});
