import { beforeEach, describe, expect, it } from 'vitest';
import { claimDeletions } from '../../../src/worker/domain/accounts/claim-deletions.ts';
import { eraseAccounts } from '../../../src/worker/domain/accounts/erase-account.ts';
import {
  deleteDoneJobs,
  expireFailedJobs,
} from '../../../src/worker/domain/publication/expire-jobs.ts';
import { resendJobs } from '../../../src/worker/domain/publication/resend-jobs.ts';
import type { Services } from '../../../src/worker/domain/services.ts';
import { sweepIdentities, sweepNonces } from '../../../src/worker/domain/devices/sweep-devices.ts';
import { sweepSessions } from '../../../src/worker/domain/sessions/sweep-sessions.ts';
import { forgetUploads } from '../../../src/worker/domain/uploads/forget-uploads.ts';
import {
  eraseClosedUploads,
  expireUploads,
  finishUploads,
} from '../../../src/worker/domain/uploads/sweep-uploads.ts';
import { sweep } from '../../../src/worker/jobs/sweep.ts';
import { recordErrors, type ErrorLine } from '../../support/error-log.ts';
import { seedProcessingImage, seedPublishedImage, seedUser } from '../../support/images.ts';
import { nextImageId } from '../../support/library.ts';
import { poisonRows, type RowsToPoison } from '../../support/poison-rows.ts';
import { holdMessages } from '../../support/publication.ts';
import { resetState } from '../../support/reset-state.ts';
import { readRows, runBatch, statement } from '../../support/sql.ts';
import { createTestWorker, type TestWorker } from '../../support/worker.ts';

let worker: TestWorker;
let services: Services;
let lines: ErrorLine[];

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
  ({ services, lines } = recordErrors(worker));
});

const run = (text: string, ...values: (string | number)[]) =>
  runBatch(worker.services.db, [statement(text, ...values)]);

const count = async (text: string, ...values: (string | number)[]): Promise<number> => {
  const [row] = await readRows<{ n: number }>(services.db, statement(text, ...values));
  return row?.n ?? Number.NaN;
};

const poison = (...rows: RowsToPoison) => poisonRows(worker.env.DB, ...rows);

const rowsThatFailed = (part: string): unknown[] =>
  lines
    .filter((line) => line.event === 'sweep_row_failed' && line['part'] === part)
    .map(({ row }) => row);

/** An upload session in a state; every timestamp is `due`. */
const addUpload = async (
  uploadId: string,
  status: string,
  due: number,
  columns: Record<string, string | number> = {},
): Promise<string> => {
  const row: Record<string, string | number> = {
    upload_id: uploadId,
    user_id: await seedUser(worker),
    manifest_sha256: '',
    status,
    filename: '',
    visibility: 'public',
    processor_version: '',
    recipe_version: '',
    source_mime_type: '',
    source_width: 1,
    source_height: 1,
    unique_link: uploadId,
    reserved_bytes: 0,
    created_at: due,
    expires_at: due,
    ...columns,
  };
  const names = Object.keys(row);
  await run(
    `INSERT INTO upload_sessions (${names.join()}) VALUES (${names.map(() => '?').join()})`,
    ...Object.values(row),
  );
  return uploadId;
};

const addSession = async (sessionId: string, due: number): Promise<string> => {
  const userId = await seedUser(worker);
  await run(
    `INSERT INTO user_sessions (session_id, user_id, kind, created_at, expires_at)
     VALUES (?, ?, 'web', 0, ?)`,
    sessionId,
    userId,
    due,
  );
  return sessionId;
};

const addIdentity = async (name: string, due: number): Promise<number> => {
  const userId = await seedUser(worker);
  const hash = name.padEnd(64, '-');
  await run(
    `INSERT INTO device_identities
       (user_id, token_hash, device_id, name, platform, created_at, last_used_at, expires_at)
     VALUES (?, ?, '', '', 'android', 0, 0, ?)`,
    userId,
    hash,
    due,
  );
  const [row] = await readRows<{ id: number }>(
    worker.services.db,
    statement('SELECT id FROM device_identities WHERE token_hash = ?', hash),
  );
  return row?.id ?? 0;
};

const addNonce = async (name: string, due: number): Promise<string> => {
  const identityId = await addIdentity(name, Number.MAX_SAFE_INTEGER);
  const hash = name.padEnd(64, '-');
  await run('INSERT INTO device_nonces VALUES (?, ?, ?)', identityId, hash, due);
  return hash;
};

const addJob = async (status: string, due: number): Promise<number> => {
  const { jobId } = await seedProcessingImage(worker);
  await run(
    'UPDATE publication_jobs SET status = ?, run_after = ?, updated_at = ? WHERE id = ?',
    status,
    due,
    due,
    jobId,
  );
  return jobId;
};

const addAccount = async (status: string, due: number): Promise<number> => {
  const userId = await seedUser(worker);
  await run('UPDATE users SET status = ?, deletion_due_at = ? WHERE id = ?', status, due, userId);
  return userId;
};

interface Kind {
  readonly part: string;
  readonly operation: 'UPDATE' | 'DELETE';
  readonly table: string;
  readonly key: string;
  /** Inserts a row that is due since `due`; returns its key. */
  readonly add: (name: string, due: number) => Promise<string | number>;
  readonly sweep: (services: Services) => Promise<number>;
  /** Number of rows that are still due. */
  readonly left: string;
  /** More rows than one run processes. */
  readonly many: number;
  /** Delay before a failed row is tried again. */
  readonly restMs?: number;
}

const KINDS: readonly Kind[] = [
  {
    part: 'resend_publications',
    operation: 'UPDATE',
    table: 'publication_jobs',
    key: 'id',
    add: (_name, due) => addJob('queued', due),
    sweep: (given) => resendJobs({ ...given, publishQueue: { send: async () => undefined } }),
    left: 'SELECT count(*) AS n FROM publication_jobs WHERE updated_at < 1000',
    many: 0,
  },
  {
    part: 'expire_failed_publications',
    operation: 'DELETE',
    table: 'publication_jobs',
    key: 'id',
    add: (_name, due) => addJob('failed', due),
    sweep: expireFailedJobs,
    left: 'SELECT count(*) AS n FROM publication_jobs',
    many: 25,
  },
  {
    part: 'delete_done_publications',
    operation: 'DELETE',
    table: 'publication_jobs',
    key: 'id',
    add: (_name, due) => addJob('done', due),
    sweep: deleteDoneJobs,
    left: 'SELECT count(*) AS n FROM publication_jobs',
    many: 0,
  },
  {
    part: 'expire_uploads',
    operation: 'UPDATE',
    table: 'upload_sessions',
    key: 'upload_id',
    add: (name, due) => addUpload(name, 'uploading', due),
    sweep: expireUploads,
    left: "SELECT count(*) AS n FROM upload_sessions WHERE status = 'uploading'",
    many: 0,
  },
  {
    part: 'finish_uploads',
    operation: 'UPDATE',
    table: 'upload_sessions',
    key: 'upload_id',
    add: (name, due) => addUpload(name, 'cleanup_pending', due),
    sweep: finishUploads,
    left: "SELECT count(*) AS n FROM upload_sessions WHERE status = 'cleanup_pending'",
    many: 0,
  },
  {
    part: 'erase_closed_uploads',
    operation: 'UPDATE',
    table: 'upload_sessions',
    key: 'upload_id',
    add: (name, due) => addUpload(name, 'failed', due, { erase_due_at: due, closed_at: due }),
    sweep: eraseClosedUploads,
    left: 'SELECT count(*) AS n FROM upload_sessions WHERE erase_due_at IS NOT NULL',
    many: 0,
  },
  {
    part: 'free_upload_keys',
    operation: 'UPDATE',
    table: 'upload_sessions',
    key: 'upload_id',
    add: (name, due) => addUpload(name, 'processing', due, { idempotency_key: name }),
    sweep: forgetUploads,
    left: 'SELECT count(*) AS n FROM upload_sessions WHERE idempotency_key IS NOT NULL',
    many: 0,
  },
  {
    part: 'delete_closed_uploads',
    operation: 'DELETE',
    table: 'upload_sessions',
    key: 'upload_id',
    add: (name, due) => addUpload(name, 'cancelled', due, { closed_at: due }),
    sweep: forgetUploads,
    left: 'SELECT count(*) AS n FROM upload_sessions',
    many: 0,
  },
  {
    part: 'delete_expired_sessions',
    operation: 'DELETE',
    table: 'user_sessions',
    key: 'session_id',
    add: addSession,
    sweep: sweepSessions,
    left: 'SELECT count(*) AS n FROM user_sessions',
    many: 0,
  },
  {
    part: 'delete_expired_identities',
    operation: 'DELETE',
    table: 'device_identities',
    key: 'id',
    add: addIdentity,
    sweep: sweepIdentities,
    left: 'SELECT count(*) AS n FROM device_identities',
    many: 0,
  },
  {
    part: 'delete_old_nonces',
    operation: 'DELETE',
    table: 'device_nonces',
    key: 'nonce_hash',
    add: addNonce,
    sweep: sweepNonces,
    left: 'SELECT count(*) AS n FROM device_nonces',
    many: 0,
  },
  {
    part: 'claim_deletions',
    operation: 'UPDATE',
    table: 'users',
    key: 'id',
    add: (_name, due) => addAccount('pending_deletion', due),
    sweep: claimDeletions,
    left: "SELECT count(*) AS n FROM users WHERE status = 'pending_deletion'",
    many: 25,
    restMs: 600_000,
  },
  {
    part: 'erase_accounts',
    operation: 'DELETE',
    table: 'users',
    key: 'id',
    add: (_name, due) => addAccount('deleting', due),
    sweep: eraseAccounts,
    left: "SELECT count(*) AS n FROM users WHERE status = 'deleting'",
    many: 25,
  },
];

describe.each(KINDS)('$part', (kind) => {
  const { part, operation, table, key, add, left } = kind;

  it('continues with the others when one row fails, names it, and does so in every run', async () => {
    const bad = await add('bad', 1);
    await add('good-1', 2);
    await add('good-2', 3);
    await poison(operation, table, key, [bad]);
    expect(await kind.sweep(services)).toBe(2);
    expect(rowsThatFailed(part)).toEqual([bad]);
    expect(lines).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('poisoned') }),
    ]);
    expect(await count(left)).toBe(1);

    await add('good-3', 4);
    expect(await kind.sweep(services)).toBe(1);
    expect(rowsThatFailed(part)).toEqual([bad, bad]);
    expect(await count(left)).toBe(1);

    worker.clock.advance(kind.restMs ?? 0);
    await worker.env.DB.exec(`DROP TRIGGER poisoned_${table}_${operation}`);
    expect(await kind.sweep(services)).toBe(1);
    expect(await count(left)).toBe(0);
  });
});

describe.each(KINDS.filter(({ many }) => many > 0))('$part', (kind) => {
  it('reaches a row behind more broken ones than one run processes', async () => {
    const bad: (string | number)[] = [];
    for (let due = 1; due <= kind.many; due += 1) bad.push(await kind.add(`bad-${due}`, due));
    await kind.add('good', kind.many + 1);
    await poison(kind.operation, kind.table, kind.key, bad);
    expect(await kind.sweep(services)).toBe(1);
    expect(rowsThatFailed(kind.part)).toEqual(bad);
    expect(await count(kind.left)).toBe(bad.length);
  });
});

describe('totals that contradict a row', () => {
  it('block only the expiry of its own upload', async () => {
    await addUpload('bad', 'uploading', 1, { reserved_bytes: 10 });
    await addUpload('good', 'uploading', 2);
    await run('UPDATE site_totals SET storage_reserved = 10');
    expect(await expireUploads(services)).toBe(1);
    expect(rowsThatFailed('expire_uploads')).toEqual(['bad']);
  });

  it('block only the end of its own failed publication', async () => {
    const bad = await addJob('failed', 1);
    await addJob('failed', 2);
    await run(
      `UPDATE users SET storage_reserved = 0
       WHERE id = (SELECT user_id FROM images JOIN publication_jobs j ON j.image_id = images.id WHERE j.id = ?)`,
      bad,
    );
    expect(await expireFailedJobs(services)).toBe(1);
    expect(rowsThatFailed('expire_failed_publications')).toEqual([bad]);
  });
});

describe('an account that is erased', () => {
  it('keeps only the image that fails, and delays no other account', async () => {
    const userId = await addAccount('deleting', 1);
    const images = [];
    for (let image = 0; image < 5; image += 1) {
      images.push(await seedPublishedImage(worker, { userId }));
    }
    const other = await addAccount('deleting', 2);
    const bad = images[2]?.imageId ?? 0;
    await poison('DELETE', 'images', 'id', [bad]);
    expect(await eraseAccounts(services)).toBe(1);
    expect(rowsThatFailed('erase_images')).toEqual([bad]);
    expect(rowsThatFailed('erase_accounts')).toEqual([userId]);
    expect(await count('SELECT count(*) AS n FROM images')).toBe(1);
    expect(await count('SELECT count(*) AS n FROM users WHERE id = ?', other)).toBe(0);
    expect(await count('SELECT image_count AS n FROM users WHERE id = ?', userId)).toBe(1);

    await worker.env.DB.exec('DROP TRIGGER poisoned_images_DELETE');
    expect(await eraseAccounts(services)).toBe(1);
    expect(await count('SELECT count(*) AS n FROM users WHERE id = ?', userId)).toBe(0);
  });
});

describe('publication', () => {
  it('sends the messages of the other jobs when the queue refuses one', async () => {
    const bad = await addJob('queued', 1);
    const good = await addJob('queued', 2);
    const sent: number[] = [];
    const send = async ({ jobId }: { jobId: number }): Promise<void> => {
      if (jobId === bad) throw new Error('poisoned');
      sent.push(jobId);
    };
    await sweep({ ...services, publishQueue: { send } });
    expect(sent).toEqual([good]);
    expect(lines).toContainEqual({
      event: 'publication_not_announced',
      job_id: bad,
      reason: 'poisoned',
    });
  });

  it('gives every job its turn behind a hundred jobs, and as many AVIFs, that never end', async () => {
    const userId = await seedUser(worker);
    const from = await nextImageId(worker.services.db);
    await run(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 149)
       INSERT INTO image_files (id, size, created_at) SELECT ${from} + i, 0, 0 FROM n`,
    );
    await run(
      `INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
         processing_status, width, height, file_size, created_at, updated_at)
       SELECT id, ?, id, 'link' || id, '', '', 'public', 2, 'pending', 1, 1, 1, 0, 0
       FROM image_files WHERE id >= ${from}`,
      userId,
    );
    await run(
      `INSERT INTO publication_jobs (image_id, upload_id, status, run_after, created_at, updated_at)
       SELECT id, 'upload' || id, 'queued', 0, 0, 0 FROM images WHERE id >= ${from}`,
    );
    // AVIFs that have waited longer; only a few at a time are sent.
    await run(
      `INSERT INTO publication_jobs (image_id, kind, upload_id, status, run_after, created_at, updated_at)
       SELECT id, 'avif', 'upload' || id, 'queued', -1, -1, -1 FROM images WHERE id >= ${from}`,
    );
    const held = holdMessages(worker);
    for (let minute = 0; minute < 2; minute += 1) {
      await resendJobs(held.services);
      worker.clock.advance(60_000);
    }
    expect(new Set(held.sent).size).toBe(150);
    expect(new Set(held.sentAvif).size).toBe(20);
    expect(held.sentAvif).toHaveLength(20);
  });
});
