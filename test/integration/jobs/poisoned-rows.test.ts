import { beforeEach, describe, expect, it } from 'vitest';
import { claimDeletions } from '../../../src/worker/domain/accounts/claim-deletions.ts';
import { eraseAccounts } from '../../../src/worker/domain/accounts/erase-account.ts';
import {
  deleteDoneJobs,
  expireFailedJobs,
} from '../../../src/worker/domain/publication/expire-jobs.ts';
import { sweepInvitations } from '../../../src/worker/domain/invitations/sweep-invitations.ts';
import { resendJobs } from '../../../src/worker/domain/publication/resend-jobs.ts';
import type { Services } from '../../../src/worker/domain/services.ts';
import { sweepIdentities, sweepNonces } from '../../../src/worker/domain/devices/sweep-devices.ts';
import { sweepSessions } from '../../../src/worker/domain/sessions/sweep-sessions.ts';
import { sweepTrash } from '../../../src/worker/domain/trash/sweep-trash.ts';
import { forgetUploads } from '../../../src/worker/domain/uploads/forget-uploads.ts';
import {
  eraseClosedUploads,
  expireUploads,
  finishUploads,
} from '../../../src/worker/domain/uploads/sweep-uploads.ts';
import { resetState } from '../../support/reset-state.ts';
import { createTestWorker, type TestWorker } from '../../support/worker.ts';
import { createSweepRows, type SweepRows } from '../../support/sweep-rows.ts';

let worker: TestWorker;
let rows: SweepRows;

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
  rows = createSweepRows(worker);
});

interface Kind {
  readonly part: string;
  readonly operation: 'UPDATE' | 'DELETE';
  readonly table: string;
  readonly key: string;
  /** Inserts a row that is due since `due`; returns its key. */
  readonly add: (rows: SweepRows, name: string, due: number) => Promise<string | number>;
  readonly sweep: (services: Services) => Promise<number>;
  /** Number of rows that are still due. */
  readonly left: string;
  /** More rows than are selected at once; 0 where too many to try one by one. */
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
    add: ({ addJob }, _name, due) => addJob('queued', due),
    sweep: (given) => resendJobs({ ...given, publishQueue: { send: async () => undefined } }),
    left: 'SELECT count(*) AS n FROM publication_jobs WHERE updated_at < 1000',
    many: 0,
  },
  {
    part: 'expire_failed_publications',
    operation: 'DELETE',
    table: 'publication_jobs',
    key: 'id',
    add: ({ addJob }, _name, due) => addJob('failed', due),
    sweep: expireFailedJobs,
    left: 'SELECT count(*) AS n FROM publication_jobs',
    many: 60,
  },
  {
    part: 'delete_done_publications',
    operation: 'DELETE',
    table: 'publication_jobs',
    key: 'id',
    add: ({ addJob }, _name, due) => addJob('done', due),
    sweep: deleteDoneJobs,
    left: 'SELECT count(*) AS n FROM publication_jobs',
    many: 0,
  },
  {
    part: 'expire_uploads',
    operation: 'UPDATE',
    table: 'upload_sessions',
    key: 'upload_id',
    add: ({ addUpload }, name, due) => addUpload(name, 'uploading', due),
    sweep: expireUploads,
    left: "SELECT count(*) AS n FROM upload_sessions WHERE status = 'uploading'",
    many: 0,
  },
  {
    part: 'finish_uploads',
    operation: 'UPDATE',
    table: 'upload_sessions',
    key: 'upload_id',
    add: ({ addUpload }, name, due) => addUpload(name, 'cleanup_pending', due),
    sweep: finishUploads,
    left: "SELECT count(*) AS n FROM upload_sessions WHERE status = 'cleanup_pending'",
    many: 0,
  },
  {
    part: 'erase_closed_uploads',
    operation: 'UPDATE',
    table: 'upload_sessions',
    key: 'upload_id',
    add: ({ addUpload }, name, due) =>
      addUpload(name, 'failed', due, { erase_due_at: due, closed_at: due }),
    sweep: eraseClosedUploads,
    left: 'SELECT count(*) AS n FROM upload_sessions WHERE erase_due_at IS NOT NULL',
    many: 0,
  },
  {
    part: 'delete_closed_uploads',
    operation: 'DELETE',
    table: 'upload_sessions',
    key: 'upload_id',
    add: ({ addUpload }, name, due) => addUpload(name, 'cancelled', due, { closed_at: due }),
    sweep: forgetUploads,
    left: 'SELECT count(*) AS n FROM upload_sessions',
    many: 0,
  },
  {
    part: 'delete_expired_sessions',
    operation: 'DELETE',
    table: 'user_sessions',
    key: 'session_id',
    add: ({ addSession }, name, due) => addSession(name, due),
    sweep: sweepSessions,
    left: 'SELECT count(*) AS n FROM user_sessions',
    many: 0,
  },
  {
    part: 'delete_expired_identities',
    operation: 'DELETE',
    table: 'device_identities',
    key: 'id',
    add: ({ addIdentity }, name, due) => addIdentity(name, due),
    sweep: sweepIdentities,
    left: 'SELECT count(*) AS n FROM device_identities',
    many: 0,
  },
  {
    part: 'delete_old_nonces',
    operation: 'DELETE',
    table: 'device_nonces',
    key: 'nonce_hash',
    add: ({ addNonce }, name, due) => addNonce(name, due),
    sweep: sweepNonces,
    left: 'SELECT count(*) AS n FROM device_nonces',
    many: 0,
  },
  {
    part: 'delete_ended_invitations',
    operation: 'DELETE',
    table: 'invitations',
    key: 'id',
    add: ({ addInvitation }, name, due) => addInvitation(name, due),
    sweep: (given) => sweepInvitations(given, 0),
    left: 'SELECT count(*) AS n FROM invitations',
    many: 0,
  },
  {
    part: 'erase_trash',
    operation: 'DELETE',
    table: 'trashed_images',
    key: 'id',
    add: ({ addTrashed }, _name, due) => addTrashed(due),
    sweep: sweepTrash,
    left: 'SELECT count(*) AS n FROM trashed_images',
    many: 0,
  },
  {
    part: 'claim_deletions',
    operation: 'UPDATE',
    table: 'users',
    key: 'id',
    add: ({ addAccount }, _name, due) => addAccount('pending_deletion', due),
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
    add: ({ addAccount }, _name, due) => addAccount('deleting', due),
    sweep: eraseAccounts,
    left: "SELECT count(*) AS n FROM users WHERE status = 'deleting'",
    many: 25,
  },
];

describe.each(KINDS)('$part', (kind) => {
  const { part, operation, table, key, add, left } = kind;

  it('continues with the others when one row fails, names it, and does so in every run', async () => {
    const bad = await add(rows, 'bad', 1);
    await add(rows, 'good-1', 2);
    await add(rows, 'good-2', 3);
    await rows.poison(operation, table, key, [bad]);
    expect(await kind.sweep(rows.services)).toBe(2);
    expect(rows.rowsThatFailed(part)).toEqual([bad]);
    expect(rows.lines).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('poisoned') }),
    ]);
    expect(await rows.count(left)).toBe(1);

    await add(rows, 'good-3', 4);
    expect(await kind.sweep(rows.services)).toBe(1);
    expect(rows.rowsThatFailed(part)).toEqual([bad, bad]);
    expect(await rows.count(left)).toBe(1);

    worker.clock.advance(kind.restMs ?? 0);
    await worker.env.DB.exec(`DROP TRIGGER poisoned_${table}_${operation}`);
    expect(await kind.sweep(rows.services)).toBe(1);
    expect(await rows.count(left)).toBe(0);
  });
});

describe.each(KINDS.filter(({ many }) => many > 0))('$part', (kind) => {
  it('reaches a row behind more broken ones than are selected at once', async () => {
    const bad: (string | number)[] = [];
    for (let due = 1; due <= kind.many; due += 1) bad.push(await kind.add(rows, `bad-${due}`, due));
    await kind.add(rows, 'good', kind.many + 1);
    await rows.poison(kind.operation, kind.table, kind.key, bad);
    expect(await kind.sweep(rows.services)).toBe(1);
    expect(rows.rowsThatFailed(kind.part)).toEqual(bad);
    expect(await rows.count(kind.left)).toBe(bad.length);
  });
});
