import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { sweep } from '../../../../src/worker/jobs/sweep.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { recordErrors } from '../../../support/error-log.ts';
import { issue, setVisibility, type Scene } from '../../../support/image-scene.ts';
import { resetState } from '../../../support/reset-state.ts';
import { seedPublishedImage, seedUser } from '../../../support/images.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import { listFindings, statusOf } from '../../../support/states.ts';
import { loseMessages, prepareUpload, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';
import { readRows, statement } from '../../../support/sql.ts';

const HOUR_MS = 3_600_000;

let worker: TestWorker;

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
});

// Each repair leaves a consistent state.
afterEach(async () => {
  expect(await listFindings(worker)).toEqual([]);
});

describe('a history of crashes and erasures', () => {
  const OPEN_UPLOADS =
    "SELECT count(*) AS n FROM upload_sessions WHERE status IN ('initiated', 'uploading')";

  const count = async (text: string, ...values: (string | number)[]): Promise<number> =>
    (await readRows<{ n: number }>(worker.services.db, statement(text, ...values)))[0]?.n ?? -1;

  const sweepAfter = async (hours: number): Promise<void> => {
    worker.clock.advance(hours * HOUR_MS);
    await sweep(worker.services);
  };

  const revokeManyTokens = async (scene: Scene): Promise<void> => {
    for (let token = 0; token < 24; token += 1) expect((await issue(scene)).code).toBe(0);
    for (const visibility of ['public', 'private', 'public', 'private']) {
      expect((await setVisibility(scene, visibility)).code).toBe(0);
    }
  };

  /** Leaves three sessions open: one with a truncated part, one with a slow part, and one with a whole part. */
  const breakUploadsOff = async (person: Person): Promise<string[]> => {
    const [impatient, patient] = [worker, createTestWorker({ clock: worker.clock })];
    const bodies: ((sent: Uint8Array<ArrayBuffer>) => BodyInit)[] = [
      (sent) => streamOf(sent, (controller) => controller.error(new Error('gone'))),
      (sent) => streamOf(sent),
      (sent) => sent,
    ];
    return Promise.all(
      bodies.map(async (bodyOf, index) => {
        const client = uploadClient(index === 2 ? patient : impatient, person);
        const upload = await prepareUpload({ bytes: 100_000 });
        const { data } = await client.create(upload.manifest);
        const sent = await client.send('PUT', `/uploads/${data.upload_id}/parts/master`, {
          body: bodyOf(upload.bodies.master),
          headers: { 'Content-Type': 'image/webp', 'Content-Length': '100000' },
        });
        expect(sent.code).toBe(index === 2 ? 0 : 3006);
        return String(data.upload_id);
      }),
    );
  };

  /** Half of a body, and then nothing, or the chunks of `pull`. */
  const streamOf = (
    bytes: Uint8Array<ArrayBuffer>,
    pull: UnderlyingByteSource['pull'] = () => new Promise(() => undefined),
  ): ReadableStream =>
    new ReadableStream({
      type: 'bytes',
      start: (controller) => controller.enqueue(bytes.slice(0, 50_000)),
      pull,
    });

  it('leaves a consistent state, on the way and at the end', async () => {
    worker = createTestWorker({
      intercept: loseMessages(),
      vars: {
        SESSIONS_PER_USER: '3',
        SESSION_TTL_MS: String(12 * HOUR_MS),
        UPLOAD_PART_MIN_BYTES_PER_SECOND: '100000',
        UPLOAD_PART_SLOW_MS: '200',
      },
    });
    const owner = await registerAndLogin(worker);
    const { userId } = owner;
    const image = await seedPublishedImage(worker, { userId, visibility: 'private' });
    await revokeManyTokens({ worker, owner, image });
    for (let address = 1; address < 6; address += 1) {
      await loginAs(worker, owner, { 'CF-Connecting-IP': `203.0.113.${String(address)}` });
    }
    const doomed = await registerAndLogin(worker);
    await seedPublishedImage(worker, { userId: doomed.userId });
    const [poisoned = ''] = await breakUploadsOff(doomed);
    await worker.settle();
    expect(await count(OPEN_UPLOADS)).toBe(3);
    expect(await count('SELECT count(*) AS n FROM image_tokens')).toBe(20);
    expect(await count("SELECT count(*) AS n FROM outbox_events WHERE kind = 'purge'")).toBe(1);
    expect(await count('SELECT count(*) AS n FROM user_sessions WHERE user_id = ?', userId)).toBe(
      3,
    );
    expect(await findInconsistencies(worker)).toEqual([]);

    await worker.env.DB.exec(
      `CREATE TRIGGER poisoned BEFORE UPDATE ON upload_sessions WHEN OLD.upload_id = '${poisoned}' BEGIN SELECT RAISE(ABORT, 'poisoned'); END`,
    );
    const { services, lines } = recordErrors(worker);
    worker.clock.advance(2 * HOUR_MS);
    await sweep(services);
    expect(lines).toEqual([expect.objectContaining({ row: poisoned })]);
    expect(await count(OPEN_UPLOADS)).toBe(1);
    expect(await findInconsistencies(worker)).toEqual([]);
    await worker.env.DB.exec('DROP TRIGGER poisoned');
    await sweepAfter(0);
    expect(await count(OPEN_UPLOADS)).toBe(0);

    await requestDeletion(worker.services, { userId: await seedUser(worker) }, doomed);
    await sweepAfter(24);
    expect(await statusOf(worker, doomed.userId)).toBeNull();
    expect(await count('SELECT count(*) AS n FROM user_sessions')).toBe(0);
    for (let hours = 0; hours < 3; hours += 1) await sweepAfter(1);
    const kept = (await worker.env.BUCKET.list()).objects.map(({ key }) => key);
    expect(kept.toSorted()).toEqual(Object.values(image.keys).toSorted());
    expect(await findInconsistencies(worker)).toEqual([]);
    expect(await listFindings(worker)).toEqual([]);
  });
});
