import { beforeEach, describe, expect, it } from 'vitest';
import { requireAdministrator } from '../../../../src/worker/domain/accounts/administer.ts';
import { claimDeletions } from '../../../../src/worker/domain/accounts/claim-deletions.ts';
import { eraseAccounts } from '../../../../src/worker/domain/accounts/erase-account.ts';
import { eraseImages } from '../../../../src/worker/domain/accounts/erase-images.ts';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { deleteImage } from '../../../../src/worker/domain/images/delete-image.ts';
import { publishImage } from '../../../../src/worker/domain/publication/publish-image.ts';
import { sweep } from '../../../../src/worker/jobs/sweep.ts';
import { resetState } from '../../../support/reset-state.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { seedProcessingImage, seedPublishedImage, seedUser } from '../../../support/images.ts';
import { setVisibility } from '../../../support/image-scene.ts';
import {
  callsAt,
  countInto,
  crashAt,
  type Interceptor,
  type Tally,
} from '../../../support/instrument.ts';
import { libraryStatements, nextImageId } from '../../../support/library.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import {
  codeOfMe,
  listFindings,
  passMinutes,
  registerAdmin,
  statusOf,
} from '../../../support/states.ts';
import { loseMessages, prepareUpload, uploadAll, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';

const LOCK_MS = 86_400_000;
/** The last erasure runs when no attempt under way can still store an object. */
const LAST_ERASURE_MINUTES = 16;

let worker: TestWorker;

beforeEach(async () => {
  await resetState();
  worker = createTestWorker({ intercept: loseMessages() });
});

const run = (text: string, ...values: (string | number)[]) =>
  runBatch(worker.services.db, [statement(text, ...values)]);

const request = async (person: Pick<Person, 'userId' | 'username'>) =>
  requestDeletion(worker.services, { userId: await seedUser(worker) }, person);

const listKeys = async (): Promise<string[]> =>
  (await worker.env.BUCKET.list()).objects.map(({ key }) => key);

/** Every column of every row that holds one of the texts. */
const findTraces = async (...texts: string[]): Promise<string[]> => {
  const tables = await worker.env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{ name: string }>();
  const traces: string[] = [];
  for (const { name } of tables.results) {
    const rows = await worker.env.DB.prepare(`SELECT * FROM "${name}"`).all();
    for (const row of rows.results) {
      const text = JSON.stringify(row);
      if (texts.some((wanted) => text.includes(wanted))) traces.push(`${name}: ${text}`);
    }
  }
  return traces;
};

/** A user with a row in every table. */
const settle = async (): Promise<Person> => {
  const person = await registerAndLogin(worker);
  const { userId } = person;
  await seedPublishedImage(worker, { userId, filename: 'holiday-of-ada.jpg' });
  await seedPublishedImage(worker, { userId, visibility: 'private' });
  await seedProcessingImage(worker, { userId });
  const client = uploadClient(worker, person);
  await uploadAll(client, await prepareUpload({ filename: 'half-sent-of-ada.jpg' }));
  await client.create((await prepareUpload()).manifest);
  const cancelled = await client.create((await prepareUpload()).manifest);
  await client.cancel(String(cancelled.data.upload_id));
  await run(
    `INSERT INTO image_tokens (image_id, token_hash, ciphertext, key_id, created_at, expires_at)
     SELECT max(id), ?, '', 'test', 0, 0 FROM images WHERE user_id = ?`,
    `hash-${String(userId)}`,
    userId,
  );
  await run(
    `INSERT INTO audit_log (actor_id, action, subject, detail, created_at) VALUES (?, 'deed', 'x', ?, 0)`,
    userId,
    JSON.stringify({ by: person.username }),
  );
  const seen = await seedPublishedImage(worker, { userId, filename: 'seen-of-ada.jpg' });
  await deleteImage(
    worker.services,
    { ...(await registerAdmin(worker)), kind: 'web' },
    seen.imageId,
  );
  await worker.settle();
  return person;
};

describe('the erasure of an account', () => {
  it('leaves an empty bucket, only ids in rows, and is consistent throughout', async () => {
    const person = await settle();
    await request(person);
    const locked = await loginAs(worker, person);
    worker.clock.advance(LOCK_MS - 120_000);
    await passMinutes(worker, 1);
    expect(await statusOf(worker, person.userId)).toBe('pending_deletion');
    expect(await codeOfMe(worker, locked)).toBe(0);
    await passMinutes(worker, 2);
    expect(await statusOf(worker, person.userId)).toBeNull();
    expect(await codeOfMe(worker, locked)).toBe(4010);
    await passMinutes(worker, LAST_ERASURE_MINUTES);

    expect(await listKeys()).toEqual([]);
    expect(await findTraces(person.username, 'of-ada', `hash-${String(person.userId)}`)).toEqual(
      [],
    );
    const mentions = await findTraces(
      `"user_id":${String(person.userId)}`,
      `"actor_id":${String(person.userId)}`,
    );
    expect(mentions).toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
    expect(await listFindings(worker)).toEqual([]);
  });

  it('queues one purge per published public link, even beside a pending one', async () => {
    const person = await registerAndLogin(worker);
    const { userId } = person;
    const links = [
      await seedPublishedImage(worker, { userId }),
      await seedPublishedImage(worker, { userId }),
    ] as const;
    await seedPublishedImage(worker, { userId, visibility: 'private' });
    for (const visibility of ['private', 'public']) {
      await setVisibility({ worker, owner: person, image: links[0] }, visibility);
    }
    await request(person);
    worker.clock.advance(LOCK_MS);
    await passMinutes(worker, 1);
    const events = await readRows<{ payload: string }>(
      worker.services.db,
      statement("SELECT payload FROM outbox_events WHERE kind = 'purge' ORDER BY id"),
    );
    const paths = events.map(({ payload }) => (JSON.parse(payload) as { paths: string[] }).paths);
    expect(paths.map((one) => one[1])).toEqual(
      links.map(({ uniqueLink }) => `/i/${uniqueLink}.webp`),
    );
  });

  it('leaves other accounts alone, and frees the name and the address', async () => {
    const person = await settle();
    const other = await registerAndLogin(worker);
    const theirs = await seedPublishedImage(worker, { userId: other.userId });
    await request(person);
    worker.clock.advance(LOCK_MS);
    await passMinutes(worker, LAST_ERASURE_MINUTES + 1);
    expect((await listKeys()).sort()).toEqual(Object.values(theirs.keys).sort());
    const again = await registerAndLogin(worker, { username: person.username });
    expect(again.userId).not.toBe(person.userId);
    expect(await codeOfMe(worker, again)).toBe(0);
    expect(await codeOfMe(worker, person)).toBe(4010);
    expect(await listFindings(worker)).toEqual([]);
  });

  it('splits a library larger than one chunk, with exact totals after each chunk', async () => {
    const person = await registerAndLogin(worker);
    for (let image = 0; image < 52; image += 1) {
      await seedPublishedImage(worker, { userId: person.userId });
    }
    await request(person);
    worker.clock.advance(LOCK_MS);
    await claimDeletions(worker.services);
    // The claim, then two chunks and the row. The crash comes after the first chunk.
    const crash = crashAt(4, 'before');
    const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
    await eraseAccounts(dying.services);
    const [left] = await readRows<{ n: number }>(
      worker.services.db,
      statement('SELECT image_count AS n FROM users WHERE id = ?', person.userId),
    );
    expect(left).toEqual({ n: 2 });
    expect(await findInconsistencies(worker)).toEqual([]);
    await passMinutes(worker, LAST_ERASURE_MINUTES);
    expect(await statusOf(worker, person.userId)).toBeNull();
    expect(await listKeys()).toEqual([]);
    expect(await listFindings(worker)).toEqual([]);
  });

  it('happens once when two runs start at the same time', async () => {
    const person = await settle();
    await request(person);
    worker.clock.advance(LOCK_MS);
    await claimDeletions(worker.services);
    const other = createTestWorker({ clock: worker.clock });
    await Promise.all([eraseAccounts(worker.services), eraseAccounts(other.services)]);
    expect(await statusOf(worker, person.userId)).toBeNull();
    expect(await findInconsistencies(worker)).toEqual([]);
    await passMinutes(worker, LAST_ERASURE_MINUTES);
    expect(await listKeys()).toEqual([]);
    expect(await listFindings(worker)).toEqual([]);
  });

  it('keeps its objects queued until the bucket responds', async () => {
    const person = await settle();
    await request(person);
    worker.clock.advance(LOCK_MS);
    const deaf = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'delete') throw new Error('out of reach');
        return proceed();
      },
    });
    for (let minute = 0; minute < 20; minute += 1) {
      worker.clock.advance(60_000);
      await sweep(deaf.services);
    }
    expect(await statusOf(worker, person.userId)).toBeNull();
    expect(await listKeys()).not.toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
    worker.clock.advance(3_600_000);
    await passMinutes(worker, 5);
    expect(await listKeys()).toEqual([]);
  });
});

describe('a chunk of an erasure', () => {
  it('reads as much for a library of 3,000 images as for one of 50', async () => {
    const costs: number[] = [];
    for (const [count, prefix] of [
      [50, 'S'],
      [3000, 'L'],
    ] as const) {
      const userId = await seedUser(worker);
      const from = await nextImageId(worker.services.db);
      await runBatch(worker.services.db, [
        ...libraryStatements({ userId, count, from, prefix }),
        statement(
          "UPDATE users SET status = 'deleting', image_count = ? WHERE id = ?",
          count,
          userId,
        ),
        statement(
          `UPDATE site_totals SET images = (SELECT count(*) FROM images),
             views = (SELECT sum(view_count) FROM images)`,
        ),
      ]);
      const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
      const counted = createTestWorker({ clock: worker.clock, intercept: countInto(tally) });
      expect(await eraseImages(counted.services, userId, 50)).toBe(50);
      expect(callsAt(tally, 'DB')).toBe(2);
      costs.push(tally.rowsRead);
    }
    const [small = 0, large = 0] = costs;
    expect(large).toBeLessThanOrEqual(small * 1.2);
  });
});

describe('fsck', () => {
  it('finds an account whose erasure is overdue', async () => {
    const person = await registerAndLogin(worker);
    await request(person);
    worker.clock.advance(LOCK_MS + 900_001);
    expect(await listFindings(worker)).toEqual([
      `user ${String(person.userId)}: was to be deleted: is the cron running?`,
    ]);
  });
});

describe('an account that is being erased', () => {
  it('has sessions and logins refused from the next request on', async () => {
    const person = await registerAndLogin(worker);
    await request(person);
    const locked = await loginAs(worker, person);
    worker.clock.advance(LOCK_MS);
    await claimDeletions(worker.services);
    expect(await codeOfMe(worker, locked)).toBe(4010);
    await expect(loginAs(worker, person)).rejects.toThrow('4030');
  });

  it('is not claimed before its deletion is due', async () => {
    const person = await registerAndLogin(worker);
    await request(person);
    worker.clock.advance(LOCK_MS - 1);
    expect(await claimDeletions(worker.services)).toBe(0);
    worker.clock.advance(1);
    expect(await claimDeletions(worker.services)).toBe(1);
  });

  it.each(['before', 'after'] as const)(
    'keeps no object that a publication stores %s the erasure',
    async (moment) => {
      const person = await registerAndLogin(worker);
      const seeded = await seedProcessingImage(worker, { userId: person.userId });
      const eraseAll = async () => {
        await request(person);
        worker.clock.advance(LOCK_MS);
        await claimDeletions(worker.services);
        await eraseAccounts(worker.services);
        expect(await statusOf(worker, person.userId)).toBeNull();
      };
      const interrupt: Interceptor = async ({ binding, method }, proceed) => {
        const isPut = binding === 'BUCKET' && method === 'put';
        if (isPut && moment === 'after') await eraseAll();
        const result = await proceed();
        if (isPut && moment === 'before') await eraseAll();
        return result;
      };
      const sleeper = createTestWorker({ clock: worker.clock, intercept: interrupt });
      expect(await publishImage(sleeper.services, seeded.jobId)).toEqual({ outcome: 'not_ours' });
      await passMinutes(worker, LAST_ERASURE_MINUTES);
      expect(await listKeys()).toEqual([]);
      expect(await listFindings(worker)).toEqual([]);
    },
  );

  it('keeps no object of a publication that died after a late put', async () => {
    const person = await registerAndLogin(worker);
    const seeded = await seedProcessingImage(worker, { userId: person.userId });
    await request(person);
    worker.clock.advance(LOCK_MS);
    await passMinutes(worker, 2);
    await worker.env.BUCKET.put(seeded.keys.publish, 'late');
    await passMinutes(worker, LAST_ERASURE_MINUTES);
    expect(await listKeys()).toEqual([]);
  });
});

describe('an erasure whose Worker dies', () => {
  // Dying before an operation equals dying after the previous one.
  it('after any operation is finished within minutes, consistent throughout', async () => {
    const people: Person[] = [];
    let index = 0;
    for (let fired = true; fired; index += 1) {
      const person = await registerAndLogin(worker);
      people.push(person);
      const { userId } = person;
      await seedPublishedImage(worker, { userId });
      await seedProcessingImage(worker, { userId });
      const client = uploadClient(worker, person);
      await client.create((await prepareUpload()).manifest);
      await request(person);
      worker.clock.advance(LOCK_MS);
      const crash = crashAt(index, 'after');
      const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
      await claimDeletions(dying.services).catch(() => undefined);
      await eraseAccounts(dying.services).catch(() => undefined);
      await dying.settle();
      ({ fired } = crash);
      expect(await findInconsistencies(worker)).toEqual([]);
      // The next run first finishes this run's work; otherwise its crash would come there.
      await passMinutes(worker, 2);
      expect(await statusOf(worker, userId)).toBeNull();
    }
    expect(index).toBeGreaterThan(12);
    await passMinutes(worker, LAST_ERASURE_MINUTES);
    expect(await listKeys()).toEqual([]);
    expect(await listFindings(worker)).toEqual([]);
    for (const { username } of people) expect(await findTraces(username)).toEqual([]);
  }, 240_000);
});

describe('an administrator with a scheduled deletion', () => {
  it('is not erased, and cannot administer meanwhile', async () => {
    const boss = await registerAdmin(worker);
    const { userId } = boss;
    await run(
      "UPDATE users SET status = 'pending_deletion', deletion_due_at = 1 WHERE id = ?",
      userId,
    );
    await run('UPDATE site_totals SET active_users = active_users - 1');
    const refused = { reason: 'permission_denied' };
    await expect(requireAdministrator(worker.services, boss)).rejects.toMatchObject(refused);
    expect(await claimDeletions(worker.services)).toBe(0);
    expect(await statusOf(worker, userId)).toBe('pending_deletion');
    await run("UPDATE users SET role = 'user' WHERE id = ?", userId);
    expect(await claimDeletions(worker.services)).toBe(1);
  });
});

describe('an erased former administrator', () => {
  it('leaves audit entries without a name', async () => {
    const boss = await registerAdmin(worker);
    const person = await registerAndLogin(worker);
    await requestDeletion(worker.services, boss, person);
    await run("UPDATE users SET role = 'user' WHERE id = ?", boss.userId);
    await request(boss);
    worker.clock.advance(LOCK_MS);
    await passMinutes(worker, 2);
    const deeds = await readRows<{ actor_id: number | null; action: string }>(
      worker.services.db,
      statement(
        'SELECT actor_id, action, detail FROM audit_log WHERE subject = ? ORDER BY id',
        `user:${String(person.userId)}`,
      ),
    );
    expect(deeds).toEqual([
      { actor_id: null, action: 'request_deletion', detail: '{}' },
      { actor_id: null, action: 'erase_account', detail: '{}' },
    ]);
  });
});
