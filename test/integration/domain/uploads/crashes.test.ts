import { beforeAll, describe, expect, it } from 'vitest';
import { findInconsistencies } from '../../../support/consistency.ts';
import { crashAt } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { passTime, sweepUploads } from '../../../support/upload-sweep.ts';
import {
  KINDS,
  loseMessages,
  prepareUpload,
  uploadAll,
  uploadClient,
  type Answer,
  type Prepared,
  type UploadClient,
} from '../../../support/uploads.ts';
import { createTestWorker, TestClock, type TestWorker } from '../../../support/worker.ts';

const VARS = { UPLOAD_ACTIVE_SESSIONS_PER_USER: '1000', UPLOAD_SESSIONS_PER_MINUTE: '1000' };
const MAX_OPERATIONS = 20;

const clock = new TestClock();
const sound = createTestWorker({ clock, vars: VARS, intercept: loseMessages() });
let person: Person;
let client: UploadClient;

beforeAll(async () => {
  person = await registerAndLogin(sound);
  client = uploadClient(sound, person);
});

interface Started {
  readonly upload: Prepared;
  readonly key: string;
  uploadId: string;
}

/** Opens a session, and sends its parts except the omitted ones. */
const start = async (without: readonly string[]): Promise<Started> => {
  const upload = await prepareUpload({ bytes: 2000 });
  const key = crypto.randomUUID();
  const { data } = await client.create(upload.manifest, key);
  for (const kind of KINDS) {
    if (!without.includes(kind)) await client.put(data.upload_id, kind, upload.bodies[kind]);
  }
  return { upload, key, uploadId: data.upload_id };
};

interface Verb {
  prepare(): Promise<Started>;
  run(by: UploadClient, started: Started): Promise<Answer>;
  /** The status of a client's retry. */
  readonly repeated: readonly number[];
}

const VERBS: Readonly<Record<string, Verb>> = {
  create: {
    prepare: async () => ({
      upload: await prepareUpload(),
      key: crypto.randomUUID(),
      uploadId: '',
    }),
    run: (by, { upload, key }) => by.create(upload.manifest, key),
    repeated: [200, 201],
  },
  'a part of a new session': {
    prepare: () => start(KINDS),
    run: (by, { uploadId, upload }) => by.put(uploadId, 'master', upload.bodies.master),
    repeated: [200],
  },
  'the last part': {
    prepare: () => start(['publish_source']),
    run: (by, { uploadId, upload }) =>
      by.put(uploadId, 'publish_source', upload.bodies.publish_source),
    repeated: [200],
  },
  complete: {
    prepare: () => start([]),
    run: (by, { uploadId }) => by.complete(uploadId),
    repeated: [200],
  },
  cancel: {
    prepare: () => start(['master']),
    run: (by, { uploadId }) => by.cancel(uploadId),
    repeated: [200],
  },
};

const crashingWorker = (index: number) => {
  const crash = crashAt(index, 'after');
  const intercept = loseMessages(crash.intercept);
  return { crash, worker: createTestWorker({ clock, vars: VARS, intercept }) };
};

const storedUnder = async ({ env }: TestWorker, uploadId: string): Promise<string[]> => {
  const { results } = await env.DB.prepare(
    'SELECT object_key FROM upload_parts WHERE upload_id = ?',
  )
    .bind(uploadId)
    .all<{ object_key: string }>();
  const heads = await Promise.all(results.map(({ object_key: key }) => env.BUCKET.head(key)));
  return heads.flatMap((head) => (head === null ? [] : [head.key]));
};

describe.each(Object.keys(VERBS))('a Worker that dies in %s', (name) => {
  const verb = VERBS[name];
  if (verb === undefined) throw new Error('unknown verb');

  it('after any operation leaves a consistent state', async () => {
    let points = 0;
    for (let index = 0; index < MAX_OPERATIONS; index += 1) {
      const started = await verb.prepare();
      const { crash, worker } = crashingWorker(index);
      await verb.run(uploadClient(worker, person), started);
      await worker.settle();
      if (!crash.fired) break;
      points += 1;
      expect(await findInconsistencies(sound), `right after operation ${index}`).toEqual([]);

      if (index % 2 === 0) {
        const again = await verb.run(client, started);
        await sound.settle();
        expect(verb.repeated, `repeated after operation ${index}`).toContain(again.status);
        expect(await findInconsistencies(sound), `repeated after operation ${index}`).toEqual([]);
      }
      await passTime(sound);
      expect(await findInconsistencies(sound), `long after operation ${index}`).toEqual([]);
    }
    expect(points).toBeGreaterThan(3);
    expect(points).toBeLessThan(MAX_OPERATIONS);
  });

  it('after any operation can be repeated', async () => {
    for (let index = 1; index < MAX_OPERATIONS; index += 2) {
      const started = await verb.prepare();
      const { crash, worker } = crashingWorker(index);
      await verb.run(uploadClient(worker, person), started);
      await worker.settle();
      if (!crash.fired) break;
      const again = await verb.run(client, started);
      expect(verb.repeated, `repeated after operation ${index}`).toContain(again.status);
    }
    await passTime(sound);
    expect(await findInconsistencies(sound)).toEqual([]);
  });
});

describe('a sweep that dies', () => {
  it('after any operation is finished by the next', async () => {
    for (let index = 0; index < MAX_OPERATIONS; index += 1) {
      const expired = await start(['gallery']);
      const cancelled = await start(['gallery']);
      await client.cancel(cancelled.uploadId);
      const { crash, worker } = crashingWorker(index);
      const { UPLOAD_SESSION_TTL_MS } = sound.services.config;
      clock.advance(UPLOAD_SESSION_TTL_MS);
      await sweepUploads(worker).catch(() => undefined);
      if (!crash.fired) {
        expect(index).toBeGreaterThan(3);
        break;
      }
      expect(await findInconsistencies(sound), `right after operation ${index}`).toEqual([]);
      await sweepUploads(sound);
      await passTime(sound);
      expect(await storedUnder(sound, expired.uploadId)).toEqual([]);
      expect(await storedUnder(sound, cancelled.uploadId)).toEqual([]);
      expect(await findInconsistencies(sound)).toEqual([]);
    }
    await passTime(sound);
    const row = await sound.env.DB.prepare(
      `SELECT count(*) AS open FROM upload_sessions
       WHERE status IN ('initiated', 'uploading') OR erase_due_at IS NOT NULL`,
    ).first('open');
    expect(row).toBe(0);
  });
});

it('every reservation is released but those of images in processing', async () => {
  const uploadId = await uploadAll(client, await prepareUpload());
  await client.cancel(uploadId);
  await passTime(sound);
  const row = await sound.env.DB.prepare(
    `SELECT storage_reserved, (SELECT coalesce(sum(reserved_bytes), 0) FROM upload_sessions
       WHERE user_id = users.id AND status = 'processing') AS in_work FROM users WHERE id = ?`,
  )
    .bind(person.userId)
    .first<{ storage_reserved: number; in_work: number }>();
  expect(row?.storage_reserved).toBe(row?.in_work);
});
