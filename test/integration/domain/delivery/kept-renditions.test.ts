import { beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../../src/shared/bytes.ts';
import { claimDeletions } from '../../../../src/worker/domain/accounts/claim-deletions.ts';
import { eraseAccounts } from '../../../../src/worker/domain/accounts/erase-account.ts';
import { checkConsistency } from '../../../../src/worker/domain/consistency/check-consistency.ts';
import type { Finding } from '../../../../src/worker/domain/consistency/finding.ts';
import { repairFinding } from '../../../../src/worker/domain/consistency/repair-finding.ts';
import { keepRendition } from '../../../../src/worker/domain/derivatives/keep-rendition.ts';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import { renditionKey } from '../../../../src/worker/storage/keys.ts';
import { call } from '../../../support/api-call.ts';
import { WEBP } from '../../../support/fixtures.ts';
import type { SeededImage } from '../../../support/images.ts';
import { callsAt, countInto, type BindingCall, type Tally } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import {
  awaitKept,
  listKept,
  renditionOf,
  RunningClock,
  seedWideImage,
} from '../../../support/renditions.ts';
import { resetState } from '../../../support/reset-state.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';
import { loseMessages } from '../../../support/uploads.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const MINUTE_MS = 60_000;
/** A rendition that is under way when its image changes has ended by then. */
const LAST_ERASURE_MS = 2 * MINUTE_MS;

let worker: TestWorker;
let owner: Person;

beforeEach(async () => {
  await resetState();
  worker = createTestWorker({ clock: new RunningClock(), intercept: loseMessages() });
  owner = await registerAndLogin(worker);
});

const seed = (visibility: 'public' | 'private' = 'public') =>
  seedWideImage(worker, { userId: owner.userId, visibility });

const show = async (path: string, at = worker): Promise<number> => {
  const headers = { Authorization: `Bearer ${owner.bearer}` };
  const response = await at.fetch(path, { headers });
  await response.arrayBuffer();
  await at.settle();
  return response.status;
};

/** Shows a rendition and waits until it is kept. */
const keep = async (image: SeededImage, mark: '' | 'S' = ''): Promise<void> => {
  expect(await show(renditionOf(image, 160, 'webp', mark))).toBe(200);
  await awaitKept(worker, image.uniqueLink + mark);
};

const change = ({ imageId }: SeededImage, visibility: string) =>
  call(worker, owner, 'PATCH', `/images/${String(imageId)}/visibility`, { visibility });

const deliver = () => deliverOutbox(worker.services, 'erase');

const keepingOf = ({ uniqueLink }: SeededImage, until = worker.clock.now() + MINUTE_MS) => ({
  key: renditionKey(uniqueLink, '160', 'webp'),
  uniqueLink,
  visibility: 'public' as const,
  until,
});

const made = async () => ({
  bytes: WEBP.lossy,
  mimeType: 'image/webp' as const,
  width: 23,
  height: 17,
  sha256: await sha256Hex(WEBP.lossy),
});

const findProblems = async (): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for await (const finding of checkConsistency(worker.services)) findings.push(finding);
  return findings;
};

describe('kept renditions', () => {
  it('count in no quota', async () => {
    const image = await seed();
    const read = () =>
      readRows(
        worker.services.db,
        statement('SELECT storage_used, storage_reserved FROM users WHERE id = ?', owner.userId),
      );
    const before = await read();
    await keep(image);
    expect(await read()).toEqual(before);
  });

  it('are made again after a lifecycle rule has emptied the bucket of them', async () => {
    const image = await seed();
    await keep(image);
    await worker.env.BUCKET.delete(renditionKey(image.uniqueLink, '160', 'webp'));
    const uncached = createTestWorker({
      clock: worker.clock,
      vars: { PUBLIC_CACHE_TTL_MS: '0' },
    });
    expect(await show(renditionOf(image, 160), uncached)).toBe(200);
    expect(await awaitKept(worker, image.uniqueLink)).toEqual(['160.webp']);
  });

  it('that another program has put without their hash are made again', async () => {
    const image = await seed();
    const key = renditionKey(image.uniqueLink, '160', 'webp');
    await worker.env.BUCKET.put(key, 'restored');
    expect(await show(renditionOf(image, 160))).toBe(200);
    await expect
      .poll(async () => (await worker.env.BUCKET.head(key))?.checksums.sha256)
      .toBeDefined();
  });

  it.each([
    ['public', 'private', ''],
    ['private', 'public', 'S'],
  ] as const)('of a %s image end when it becomes %s', async (from, to, mark) => {
    const image = await seed(from);
    await keep(image, mark);
    await change(image, to);
    await deliver();
    expect(await listKept(worker, image.uniqueLink + mark)).toEqual([]);
    const other = mark === '' ? 'S' : '';
    await keep(image, other);
    // What is kept since the switch stays when the second erasure of the other form has come.
    worker.clock.advance(LAST_ERASURE_MS);
    await deliver();
    expect(await listKept(worker, image.uniqueLink + other)).toEqual(['160.webp']);
  });

  it('end with their image', async () => {
    const image = await seed();
    await keep(image);
    await call(worker, owner, 'DELETE', `/images/${String(image.imageId)}`);
    await deliver();
    expect(await listKept(worker, image.uniqueLink)).toEqual([]);
  });

  it('end with the account of their owner', async () => {
    const image = await seed();
    await keep(image);
    await runBatch(worker.services.db, [
      statement(
        "UPDATE users SET status = 'pending_deletion', deletion_due_at = ? WHERE id = ?",
        worker.clock.now(),
        owner.userId,
      ),
      statement('UPDATE site_totals SET active_users = active_users - 1'),
    ]);
    await claimDeletions(worker.services);
    await eraseAccounts(worker.services);
    await deliver();
    expect(await listKept(worker, image.uniqueLink)).toEqual([]);
  });
});

describe('a rendition that is put while its image changes', () => {
  /** A Worker where something happens before or after the put. */
  const beside = (moment: 'before' | 'after', happen: () => Promise<unknown>): TestWorker =>
    createTestWorker({
      intercept: async ({ binding, method }: BindingCall, proceed) => {
        if (binding !== 'BUCKET' || method !== 'put') return proceed();
        if (moment === 'before') await happen();
        const stored = await proceed();
        if (moment === 'after') await happen();
        return stored;
      },
    });

  it.each([
    ['before', 'private'],
    ['after', 'private'],
    ['before', 'deleted'],
    ['after', 'deleted'],
  ] as const)('is taken out again (%s the put: %s)', async (moment, what) => {
    const image = await seed();
    const { services } = beside(moment, async () => {
      await (what === 'private'
        ? change(image, 'private')
        : call(worker, owner, 'DELETE', `/images/${String(image.imageId)}`));
      await deliver();
    });
    await keepRendition(services, keepingOf(image), await made());
    expect(await listKept(worker, image.uniqueLink)).toEqual([]);
  });

  it('is erased by the change’s second erasure if it is cut off after the put', async () => {
    const image = await seed();
    const { services } = beside('before', async () => {
      await change(image, 'private');
      await deliver();
    });
    // As in an isolate that ends: nothing after the put happens.
    const { objects } = services;
    await objects.replace(keepingOf(image).key, WEBP.lossy, (await made()).sha256, 'image/webp');
    expect(await listKept(worker, image.uniqueLink)).toEqual(['160.webp']);
    worker.clock.advance(LAST_ERASURE_MS);
    await deliver();
    expect(await listKept(worker, image.uniqueLink)).toEqual([]);
  });

  it('is not kept if it comes after the last moment before that erasure', async () => {
    const image = await seed();
    await keepRendition(worker.services, keepingOf(image, worker.clock.now() - 1), await made());
    expect(await listKept(worker, image.uniqueLink)).toEqual([]);
  });

  it('is taken out again if the database cannot be asked', async () => {
    const image = await seed();
    const failing = createTestWorker({
      intercept: async ({ binding }, proceed) => {
        if (binding === 'DB') throw new Error('unreachable');
        return proceed();
      },
    });
    const log = { info: () => undefined, error: () => undefined };
    await keepRendition({ ...failing.services, log }, keepingOf(image), await made());
    expect(await listKept(worker, image.uniqueLink)).toEqual([]);
  });

  it('costs one put and one query', async () => {
    const image = await seed();
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const { services } = createTestWorker({ intercept: countInto(tally) });
    await keepRendition(services, keepingOf(image), await made());
    expect([callsAt(tally, 'BUCKET'), callsAt(tally, 'DB')]).toEqual([1, 1]);
    expect(await listKept(worker, image.uniqueLink)).toEqual(['160.webp']);
  });
});

describe('fsck', () => {
  it('takes kept renditions for a cache, of both visibilities', async () => {
    await keep(await seed());
    await keep(await seed('private'), 'S');
    worker.clock.advance(2 * 60 * MINUTE_MS);
    expect(await findProblems()).toEqual([]);
  });

  it('leaves renditions alone whose erasure is queued', async () => {
    const image = await seed();
    await keep(image);
    await change(image, 'private');
    worker.clock.advance(2 * 60 * MINUTE_MS);
    const problems = await findProblems();
    expect(problems.filter(({ subject }) => subject.startsWith('object'))).toEqual([]);
  });

  it('erases renditions of no image, and of an image’s other visibility', async () => {
    const image = await seed();
    const keys = [
      renditionKey('aaaaaaaaaaaa', '160', 'webp'),
      renditionKey(`${image.uniqueLink}S`, '160', 'webp'),
      'renditions/160.webp',
    ];
    for (const key of keys) await worker.env.BUCKET.put(key, 'left');
    worker.clock.advance(2 * 60 * MINUTE_MS);
    const problems = await findProblems();
    expect(problems.map(({ subject }) => subject).toSorted()).toEqual(
      keys.map((key) => `object ${key}`).toSorted(),
    );
    for (const { repair } of problems) {
      if (repair !== null) await repairFinding(worker.services, repair);
    }
    expect(await findProblems()).toEqual([]);
  });
});
