import { systemClock } from '../../../src/shared/clock.ts';
import { DEFAULT_KIND } from '../../../src/shared/variants.ts';
import { openDatabases } from '../../../src/worker/db/open-databases.ts';
import { checkAccounts } from '../../../src/worker/domain/consistency/check-accounts.ts';
import { checkUserCounts } from '../../../src/worker/domain/consistency/check-user-counts.ts';
import { checkWork } from '../../../src/worker/domain/consistency/check-work.ts';
import type { ConsistencyServices } from '../../../src/worker/domain/consistency/finding.ts';
import { findPublished } from '../../../src/worker/domain/delivery/find-published.ts';
import { flushViews } from '../../../src/worker/domain/delivery/flush-views.ts';
import { listImages } from '../../../src/worker/domain/images/list-images.ts';
import { orderOf, type ListSort } from '../../../src/worker/http/api/images/list-sorts.ts';
import { FLUSH_PART_IMAGES } from '../../../src/worker/durable/counters/logic.ts';
import { KeyRing } from '../../../src/worker/lib/key-ring.ts';
import { randomFrom } from '../rows/names.ts';
import type { SqliteRunner } from '../scale/sqlite-runner.ts';
import { librariesIn, linkOf } from './fill.ts';

/** Milliseconds of processor time of a call, by its name. */
export type Samples = Map<string, number[]>;

const ROUNDS = 9;
const VIEWS = 500;
const FLUSHES = 5;
const SORTS: readonly ListSort[] = ['-created_at', '-view_count', 'file_size', 'title'];
/** By length, a frequent and a rare one each; the last is in no name. */
const TERMS = {
  one: ['g', 'z'],
  two: ['sc', 'zü'],
  five: ['sunse', 'heron'],
} as const;

const keys = KeyRing.parse(`bench:${'A'.repeat(43)}`);

/** The product's own statements in a database of `images` images. Each sample is a call, the first of which is left out. */
export async function measureStatements(runner: SqliteRunner, images: number): Promise<Samples> {
  const { db, directory } = openDatabases(runner);
  const samples: Samples = new Map();
  const random = randomFrom(images);
  const list = (userId: number, sort: ListSort, search = '') =>
    listImages(
      { db, keys },
      { userId },
      { cursor: '', from: '', limit: 20, order: orderOf(sort), visibility: null, search },
    );
  for (const [userId, size] of librariesIn(images)) {
    const library = `in a library of ${size.toLocaleString('en')}`;
    await repeat(samples, `list ${library}`, ROUNDS, async () => {
      for (const sort of SORTS) await list(userId, sort);
    });
    for (const [length, terms] of Object.entries(TERMS)) {
      await repeat(samples, `search of ${length} ${library}`, ROUNDS, async () => {
        for (const term of terms) for (const sort of SORTS) await list(userId, sort, term);
      });
    }
  }
  const draw = (): number => 1 + Math.floor(random() * images);
  await repeat(samples, `${String(VIEWS)} views`, ROUNDS, async () => {
    for (let view = 0; view < VIEWS; view += 1) {
      if ((await findPublished(db, linkOf(draw()), DEFAULT_KIND)) === null) throw new Error('lost');
    }
  });
  let flush = 0;
  await repeat(samples, 'flush of 20,000 images', FLUSHES, async () => {
    flush += 1;
    const views = new Map(Array.from({ length: FLUSH_PART_IMAGES }, () => [draw(), 1] as const));
    await flushViews({ db }, { shard: 'bench', number: flush, views });
  });
  const services = { db, directory, clock: systemClock } as ConsistencyServices;
  await repeat(samples, 'fsck of the database', 0, async () => {
    for (const check of [checkWork, checkAccounts, checkUserCounts]) {
      for await (const { subject, problem } of check(services)) throw new Error(subject + problem);
    }
  });
  return samples;
}

/** The first of `rounds` + 1 fills the caches, unless it is the only one. */
async function repeat(
  samples: Samples,
  name: string,
  rounds: number,
  call: () => Promise<void>,
): Promise<void> {
  const taken: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const start = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(start);
    taken.push((user + system) / 1000);
  }
  samples.set(name, rounds === 0 ? taken : taken.slice(1));
}
