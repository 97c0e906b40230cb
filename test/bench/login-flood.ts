import { publishImage } from './hot-view.ts';
import { measureLatencies } from './load.ts';
import { type BenchOptions, type BenchRow, median, quantile } from './report.ts';
import { checkOut } from './requests/check-out.ts';
import { type RunningWorker, startTintype, type TintypeOptions } from './start-tintype.ts';

const LOGINS_IN_FLIGHT = 16;
const ROUNDS = 8;
const ROUND_MS = 2000;
const INTERVAL_MS = 10;
/** Until as many logins are in flight as there will be. */
const RISE_MS = 500;
const MAX_RATIO = 3;
const SHARE = 0.95;

interface Flood {
  readonly logins: number;
  stop(): Promise<void>;
}

interface Samples {
  readonly alone: number[];
  readonly flooded: number[];
}

let addresses = 0;

/** Every request comes from an address of its own: no limit but the machine's. */
const post = async (url: URL, path: string, body: unknown, status: number): Promise<void> => {
  addresses += 1;
  const address = `2001:db8:${(addresses >> 8).toString(16)}:${(addresses & 255).toString(16)}::1`;
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': address },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${path} answered ${text}`);
};

const people = Array.from({ length: LOGINS_IN_FLIGHT }, (_, index) => ({
  username: `flood-${String(index)}`,
  password: 'a long enough password',
}));

const registerPeople = async (url: URL): Promise<void> => {
  for (const person of people) {
    const account = { ...person, email: `${person.username}@example.org` };
    await post(url, '/api/v1/auth/register', account, 201);
  }
};

/** Keeps one login of each person in flight. */
const startFlood = (url: URL): Flood => {
  const end = new AbortController();
  let logins = 0;
  const keepSigningIn = async (person: (typeof people)[number]): Promise<void> => {
    while (!end.signal.aborted) {
      await post(url, '/api/v1/auth/login', person, 200);
      logins += 1;
    }
  };
  const work = Promise.all(people.map(keepSigningIn));
  // Whoever stops the flood learns of a failure.
  work.catch(() => undefined);
  return {
    get logins() {
      return logins;
    },
    stop: async () => {
      end.abort();
      await work;
    },
  };
};

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The 95th percentile of each path's latency, in rounds without and with logins in turn. */
const measure = async (
  { url }: Pick<RunningWorker, 'url'>,
  paths: readonly string[],
): Promise<{ samples: Samples[]; loginsPerSecond: number }> => {
  const samples = paths.map((): Samples => ({ alone: [], flooded: [] }));
  const p95 = async (path: string): Promise<number> =>
    quantile(await measureLatencies(new URL(path, url), ROUND_MS, INTERVAL_MS), SHARE);
  for (const path of paths) await p95(path);
  let logins = 0;
  let floodedMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, path] of paths.entries()) samples[index]?.alone.push(await p95(path));
    const flood = startFlood(url);
    const start = performance.now();
    await wait(RISE_MS);
    for (const [index, path] of paths.entries()) samples[index]?.flooded.push(await p95(path));
    logins += flood.logins;
    floodedMs += performance.now() - start;
    await flood.stop();
  }
  return { samples, loginsPerSecond: (1000 * logins) / floodedMs };
};

const measureSide = async (options: TintypeOptions, side: string): Promise<BenchRow[]> => {
  await using tintype = await startTintype(options);
  const view = await publishImage(tintype.runtime);
  await registerPeople(tintype.url);
  const { samples, loginsPerSecond } = await measure(tintype, [view, '/health']);
  const isOurs = options.root === undefined;
  return [
    ...['hot view of 31 KB', '/health'].map((name, index): BenchRow => {
      const { flooded = [], alone = [] } = samples[index] ?? {};
      const ratio = median(flooded) / median(alone);
      return {
        name: `p95 of ${name} beside 16 logins in flight, to without${side}`,
        unit: 'ms',
        ours: flooded,
        baseline: alone,
        ratio,
        target: isOurs ? `≤ ${String(MAX_RATIO)} ×` : 'none',
        pass: !isOurs || ratio <= MAX_RATIO,
      };
    }),
    {
      name: `logins, 16 in flight${side}`,
      unit: 'logins/s',
      ours: [loginsPerSecond],
      baseline: [],
      ratio: loginsPerSecond,
      target: 'none',
      pass: true,
    },
  ];
};

/**
 * How long a view and /health take, asked for a hundred times a second, while 16 people sign in again and again: the
 * 95th percentile, against that without them, in turn in one run. With a revision, the same of its Worker.
 */
export const run = async ({ base }: BenchOptions): Promise<BenchRow[]> => {
  const ours = await measureSide({}, '');
  if (base === undefined) return ours;
  await using checkout = await checkOut(base);
  return [...ours, ...(await measureSide({ root: checkout.folder }, ', of the base'))];
};
