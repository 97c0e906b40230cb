import { expect, it } from 'vitest';
import { expectOk } from '../../../support/revocation.ts';
import { call } from '../../../support/api-call.ts';
import type { SeededImage } from '../../../support/images.ts';
import { registerAndLogin } from '../../../support/people.ts';
import {
  awaitKept,
  renditionOf,
  RunningClock,
  seedWideImage,
} from '../../../support/renditions.ts';
import { createTestWorker } from '../../../support/worker.ts';

const SWITCHES = 4;
/** Begun together, whether or not those before have ended: a thousand a second, or as many as the machine can begin. */
const READS = 50;
const EVERY_MS = 50;
/** In each isolate, of reads that began after the answer to a switch and under the alias that it had ended. */
const MIN_REFUSALS = 20;

/** Answers are not compared with the API document, which takes longer than the answer. */
const OTHER_HOST = 'https://images.tintype.test';

class RealClock extends RunningClock {
  override wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
  }
}

const clock = new RealClock();
const start = (vars: Record<string, string> = {}) =>
  createTestWorker({ clock, vars: { LINK_MISSES_PER_IP: '1000000', ...vars } });
/** Isolates of one data centre: two have memory, one has only the edge cache. */
const isolates = [start(), start(), start({ MEMORY_CACHE_ENTRY_BYTES: '0' })];
const [here = start()] = isolates;

interface Read {
  readonly path: string;
  readonly status: number;
  /** Answers to switches before the read began. */
  readonly since: number;
}

const pathsOf = (image: SeededImage, mark: '' | 'S'): string[] => [
  renditionOf(image, 160, 'webp', mark),
  renditionOf(image, 320, 'jpg', mark),
  renditionOf(image, 320, 'auto', mark),
  renditionOf(image, 960, 'webp', mark),
];

it('never serves a rendition under an alias that a switch has ended, in hundreds of reads', async () => {
  const owner = await registerAndLogin(here);
  const image = await seedWideImage(here, { userId: owner.userId });
  const aliases = { public: pathsOf(image, ''), private: pathsOf(image, 'S') };
  const session = { Authorization: `Bearer ${owner.bearer}` };
  for (const path of aliases.public) await (await here.fetch(path)).arrayBuffer();
  await awaitKept(here, image.uniqueLink, 2);

  let answered = 0;
  const refusals = isolates.map(() => 0);
  const wrong: Read[] = [];
  const counts = new Map<number, number>();
  /** Null while a switch is under way: both answers are right. */
  let current: 'public' | 'private' | null = 'public';
  const read = async (index: number): Promise<void> => {
    const place = index % isolates.length;
    const isolate = isolates[place] ?? here;
    const alias = index % 5 === 0 ? 'private' : 'public';
    const path = aliases[alias][index % 4] ?? '';
    const [since, state] = [answered, current];
    const headers = alias === 'private' ? session : {};
    const response = await isolate.fetch(OTHER_HOST + path, { headers });
    await response.arrayBuffer();
    const { status } = response;
    counts.set(status, (counts.get(status) ?? 0) + 1);
    // Only what began after the answer, and whose state no later switch has changed meanwhile, is judged.
    const isJudged = state !== null && since === answered && state === current;
    if (!isJudged) return;
    if (status !== (alias === state ? 200 : 404)) wrong.push({ path, status, since });
    if (status === 404 && since > 0) refusals[place] = (refusals[place] ?? 0) + 1;
  };

  const end = new AbortController();
  const reads: Promise<void>[] = [];
  const load = async (): Promise<void> => {
    for (let next = 0; !end.signal.aborted; next += READS) {
      for (let index = next; index < next + READS; index += 1) reads.push(read(index));
      await clock.wait(EVERY_MS);
    }
  };
  const loading = load();
  for (let change = 0; change < SWITCHES; change += 1) {
    await clock.wait(500);
    const to = change % 2 === 0 ? 'private' : 'public';
    current = null;
    const path = `/images/${String(image.imageId)}/visibility`;
    expectOk(await call(here, owner, 'PATCH', path, { visibility: to }));
    answered += 1;
    current = to;
  }
  await clock.wait(500);
  end.abort();
  await loading;
  await Promise.all(reads);
  await Promise.all(isolates.map((isolate) => isolate.settle()));

  expect(wrong).toEqual([]);
  for (const count of refusals) expect(count).toBeGreaterThan(MIN_REFUSALS);
  expect([...counts.keys()].every((status) => status === 200 || status === 404)).toBe(true);
  for (const status of [200, 404]) expect(counts.get(status)).toBeGreaterThan(SWITCHES * READS);
}, 120_000);
