import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { publishImage } from './hot-view.ts';
import { measureLatencies } from './load.ts';
import { type BenchOptions, type BenchRow, median, quantile } from './report.ts';
import { checkOut } from './requests/check-out.ts';
import { startTintype, type TintypeOptions } from './start-tintype.ts';

const MEMORY_FOLDER = '/dev/shm';
const LOGINS_IN_FLIGHT = 16;
/** During the flood; half as many before it, and after it. */
const ROUNDS = 16;
/** For views that take seconds. */
const FEW_ROUNDS = 4;
const ROUND_MS = 750;
const INTERVAL_MS = 10;
/** Logins before the flood is measured. */
const WARM_UP_LOGINS = 3;
const MAX_RATIO = 3;
const SHARE = 0.95;

interface Side {
  readonly options: TintypeOptions;
  /** Its name in the rows. */
  readonly name: string;
  /** An even number. */
  readonly rounds: number;
  readonly isJudged: boolean;
}

interface Flood {
  readonly logins: number;
  /** @throws the error of a failed login. */
  wait(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** The 95th percentile of a path's latency in each round, in milliseconds. */
interface Samples {
  readonly alone: readonly number[];
  readonly flooded: readonly number[];
}

let addresses = 0;

const people = Array.from({ length: LOGINS_IN_FLIGHT }, (_, index) => ({
  username: `flood-${String(index)}`,
  password: 'a long enough password',
}));

/**
 * Latency of a view and of /health, each requested a hundred times a second, while 16 users sign in repeatedly: the
 * 95th percentile, relative to that without logins. The target applies with the hashing objects in a process of their
 * own, which is nearest to the platform. In one process, as with `npm start`, they block the thread that answers
 * requests. With a revision, measures its Worker too, in one process.
 */
export async function run({ base }: BenchOptions): Promise<BenchRow[]> {
  // The answering thread would wait for a disk, which the platform's objects have elsewhere.
  if (existsSync(MEMORY_FOLDER)) process.env['TMPDIR'] = MEMORY_FOLDER;
  const oneProcess = { rounds: FEW_ROUNDS, isJudged: false };
  const rows = [
    ...(await measureSide({
      options: { apart: ['PASSWORD_HASHER'] },
      name: 'hashed in another process',
      rounds: ROUNDS,
      isJudged: true,
    })),
    ...(await measureSide({ options: {}, name: 'all in one process', ...oneProcess })),
  ];
  if (base === undefined) return rows;
  await using checkout = await checkOut(base);
  const options = { root: checkout.folder };
  return [...rows, ...(await measureSide({ options, name: "the base's", ...oneProcess }))];
}

async function measureSide({ options, name: side, rounds, isJudged }: Side): Promise<BenchRow[]> {
  await using tintype = await startTintype(options);
  const view = await publishImage(tintype.runtime);
  await registerPeople(tintype.url);
  const { samples, loginsPerSecond } = await measure(tintype.url, [view, '/health'], rounds);
  return [
    ...['hot view of 31 KB', '/health'].map((name, index): BenchRow => {
      const { flooded = [], alone = [] } = samples[index] ?? {};
      const ratio = median(flooded) / median(alone);
      return {
        name: `p95 of ${name} beside 16 logins in flight, to without, ${side}`,
        unit: 'ms',
        ours: flooded,
        baseline: alone,
        ratio,
        target: isJudged ? `≤ ${String(MAX_RATIO)} ×` : 'none',
        pass: !isJudged || ratio <= MAX_RATIO,
      };
    }),
    {
      name: `logins, 16 in flight, ${side}`,
      unit: 'logins/s',
      ours: [loginsPerSecond],
      baseline: [],
      ratio: loginsPerSecond,
      target: 'none',
      pass: true,
    },
  ];
}

async function registerPeople(url: URL): Promise<void> {
  for (const person of people) {
    const account = { ...person, email: `${person.username}@example.org` };
    await post(url, '/api/v1/auth/register', account, 201);
  }
}

async function measure(
  url: URL,
  paths: readonly string[],
  rounds: number,
): Promise<{ samples: Samples[]; loginsPerSecond: number }> {
  const urls = paths.map((path) => new URL(path, url));
  await measureRounds(urls, 1);
  const before = await measureRounds(urls, rounds / 2);
  const flood = startFlood(url);
  while (flood.logins < WARM_UP_LOGINS) await flood.wait(INTERVAL_MS);
  const start = performance.now();
  const loginsBefore = flood.logins;
  const flooded = await measureRounds(urls, rounds);
  const loginsPerSecond = (1000 * (flood.logins - loginsBefore)) / (performance.now() - start);
  await flood.stop();
  const after = await measureRounds(urls, rounds / 2);
  const samples = paths.map((_, index) => ({
    alone: [...(before[index] ?? []), ...(after[index] ?? [])],
    flooded: flooded[index] ?? [],
  }));
  return { samples, loginsPerSecond };
}

/** Every request has an address of its own, so that no rate limit applies. */
async function post(url: URL, path: string, body: unknown, status: number): Promise<void> {
  addresses += 1;
  const address = `2001:db8:${(addresses >> 8).toString(16)}:${(addresses & 255).toString(16)}::1`;
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': address },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${path} answered ${text}`);
}

/** Requests all URLs concurrently; returns the 95th percentiles of each, one per round. */
async function measureRounds(urls: readonly URL[], rounds: number): Promise<number[][]> {
  const samples = urls.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    const latencies = await Promise.all(
      urls.map((url) => measureLatencies(url, ROUND_MS, INTERVAL_MS)),
    );
    for (const [index, taken] of latencies.entries()) samples[index]?.push(quantile(taken, SHARE));
  }
  return samples;
}

/** Keeps one login of each user in flight. */
function startFlood(url: URL): Flood {
  const end = new AbortController();
  let logins = 0;
  const keepSigningIn = async (person: (typeof people)[number]): Promise<void> => {
    while (!end.signal.aborted) {
      await post(url, '/api/v1/auth/login', person, 200);
      logins += 1;
    }
  };
  const work = Promise.all(people.map(keepSigningIn));
  // `wait` reports a failure.
  work.catch(() => undefined);
  return {
    get logins() {
      return logins;
    },
    wait: async (ms) => {
      await Promise.race([work, sleep(ms)]);
    },
    stop: async () => {
      end.abort();
      await work;
    },
  };
}
