import type { DatabaseSync } from 'node:sqlite';
import { IMAGE_PROCESSING_FAILED, INTERNAL_ERROR } from '../../../../src/shared/error-codes.ts';
import { NOTICE_TITLES } from '../../../../src/shared/notice-titles.ts';
import { openDatabase } from '../../support/insert-person.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 30;

/** The owner's images to mark as unfinished or failed; the last one stays published. */
export const FAILED = -2;
export const IN_WORK = -3;
const ALSO_FAILED = -4;

/** The images and people with a history. */
interface Scene {
  readonly imageIds: readonly number[];
  readonly names: Readonly<Record<'administrator' | 'leaver' | 'owner', string>>;
}

/** Writes weeks of history: failed publications, notifications, audit entries, events, daily figures. */
export const fillStage = ({ persistTo }: { readonly persistTo: string }, stage: Scene): void => {
  const database = openDatabase({ persistTo });
  try {
    database.exec('BEGIN IMMEDIATE');
    const now = Date.now();
    const imageIds = [FAILED, IN_WORK, ALSO_FAILED].map((at) => stage.imageIds.at(at) ?? 0);
    const [failed = 0, inWork = 0, alsoFailed = 0] = imageIds;
    failPublication(database, { imageId: failed, code: IMAGE_PROCESSING_FAILED, now });
    failPublication(database, { imageId: alsoFailed, code: INTERNAL_ERROR, now });
    postponePublication(database, inWork, now);
    const idOf = (name: string): number =>
      Number(database.prepare('SELECT id FROM users WHERE username = ?').get(name)?.['id']);
    const { owner, administrator, leaver } = stage.names;
    const [ownerId, adminId, leaverId] = [idOf(owner), idOf(administrator), idOf(leaver)];
    nearlyFillQuota(database, ownerId);
    addDevice(database, ownerId, now);
    addNotices(database, { userId: ownerId, imageId: failed, now });
    scheduleDeletion(database, leaverId, now);
    addDeeds(database, { actorId: adminId, ownerId, leaverId, imageId: failed, now });
    addEvents(database, leaverId, now);
    addDays(database, now);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
};

interface FailedPublication {
  readonly imageId: number;
  readonly code: number;
  readonly now: number;
}

const failPublication = (database: DatabaseSync, { imageId, code, now }: FailedPublication) => {
  database
    .prepare(
      `UPDATE images SET processing_status = 'failed', failure_code = ?,
        failure_message = 'The image could not be processed' WHERE id = ?`,
    )
    .run(code, imageId);
  database
    .prepare(
      `UPDATE publication_jobs SET status = 'failed', attempts = 5, run_after = ?,
        last_error = 'RangeError: Invalid typed array length: 4294967296' WHERE image_id = ?`,
    )
    .run(now + 3 * DAY_MS, imageId);
  database.prepare('UPDATE upload_sessions SET reserved_bytes = 1 WHERE image_id = ?').run(imageId);
};

/** Too far ahead for any sweep. */
const postponePublication = (database: DatabaseSync, imageId: number, now: number) => {
  database.prepare("UPDATE images SET processing_status = 'pending' WHERE id = ?").run(imageId);
  database
    .prepare(
      `UPDATE publication_jobs SET status = 'queued', attempts = 2, run_after = ?,
        last_error = 'Error: the bucket did not answer' WHERE image_id = ?`,
    )
    .run(now + DAY_MS, imageId);
};

const nearlyFillQuota = (database: DatabaseSync, userId: number) =>
  database
    .prepare('UPDATE users SET storage_quota = storage_used * 10 / 9 WHERE id = ?')
    .run(userId);

const addDevice = (database: DatabaseSync, userId: number, now: number) =>
  database
    .prepare(
      `INSERT INTO device_identities
        (user_id, token_hash, device_id, name, platform, created_at, last_used_at, expires_at)
        VALUES (?, ?, 'phone', 'Pixel in the kitchen', 'android', ?, ?, ?)`,
    )
    .run(
      userId,
      userId.toString(16).padStart(64, '0'),
      now - 20 * DAY_MS,
      now - HOUR_MS,
      now + 90 * DAY_MS,
    );

interface Told {
  readonly userId: number;
  readonly imageId: number;
  readonly now: number;
}

const addNotices = (database: DatabaseSync, { userId, imageId, now }: Told) => {
  const insert = database.prepare(
    `INSERT INTO notifications (user_id, type, title, message, metadata, is_read, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const { passwordChanged, deletionCancelled, imageFailed } = NOTICE_TITLES;
  const failure = JSON.stringify({ image_id: imageId, reason: 'undecodable' });
  const report = 'IMG_20261118_173355_a_name_that_no_phone_would_break_anywhere.jpg: failed';
  const notices = [
    ['security', passwordChanged, 'Your password was changed.', '{}', 1],
    ['account', deletionCancelled, 'Your account stays.', '{}', 1],
    ['system', 'Maintenance', 'On Sunday, uploads pause for ten minutes.', '{}', 0],
    ['image', imageFailed, report, failure, 0],
  ] as const;
  for (const [index, notice] of notices.entries()) {
    insert.run(userId, ...notice, now - (notices.length - index) * 5 * HOUR_MS);
  }
};

const scheduleDeletion = (database: DatabaseSync, userId: number, now: number) => {
  database
    .prepare("UPDATE users SET status = 'pending_deletion', deletion_due_at = ? WHERE id = ?")
    .run(now + 20 * HOUR_MS, userId);
  database.exec('UPDATE site_totals SET active_users = active_users - 1');
  database.prepare('INSERT INTO download_allowances VALUES (?, 1000000, 3)').run(userId);
};

interface Deeds {
  readonly actorId: number;
  readonly ownerId: number;
  readonly leaverId: number;
  readonly imageId: number;
  readonly now: number;
}

const addDeeds = (
  database: DatabaseSync,
  { actorId, ownerId, leaverId, imageId, now }: Deeds,
): void => {
  const insert = database.prepare(
    'INSERT INTO audit_log (actor_id, action, subject, detail, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const due = new Date(now + 20 * HOUR_MS).toISOString();
  const deeds = [
    [null, 'role_grant', `user:${actorId}`, {}],
    [actorId, 'suspend', `user:${ownerId}`, { from: 'active', to: 'suspended' }],
    [actorId, 'activate', `user:${ownerId}`, { from: 'suspended', to: 'active' }],
    [actorId, 'set_setting', 'setting:site_language', { from: null, to: 'en-GB' }],
    [actorId, 'retry_publication', `image:${imageId}`, { user_id: ownerId }],
    [actorId, 'request_deletion', `user:${leaverId}`, { deletion_due_at: due }],
    [actorId, 'retry_event', 'event:7', {}],
  ] as const;
  for (const [index, [actor, action, subject, detail]] of deeds.entries()) {
    const createdAt = now - (deeds.length - index) * HOUR_MS;
    insert.run(actor, action, subject, JSON.stringify(detail), createdAt);
  }
};

const addEvents = (database: DatabaseSync, userId: number, now: number) => {
  const insert = database.prepare(
    `INSERT INTO outbox_events (kind, payload, attempts, available_at, last_error, created_at)
      VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const paths = ['/i/3kTMd9RfQ2aW.webp', '/i/3kTMd9RfQ2aW/gallery.webp'];
  const events = [
    ['purge', { paths }, 4, 'Error: the cache answered with 500'],
    ['purge', { paths: paths.slice(1) }, 0, null],
    ['account', { user_id: userId }, 1, 'Error: the object was reset'],
  ] as const;
  for (const [kind, payload, attempts, lastError] of events) {
    insert.run(kind, JSON.stringify(payload), attempts, now + DAY_MS, lastError, now - HOUR_MS);
  }
};

const addDays = (database: DatabaseSync, now: number) => {
  const insert = database.prepare('INSERT OR REPLACE INTO daily_totals VALUES (?, ?, ?, ?, ?, ?)');
  for (let index = 0; index < DAYS; index += 1) {
    const at = now - (DAYS - 1 - index) * DAY_MS;
    const images = 1200 + index * 37 + (index % 7) * 11;
    const day = new Date(at).toISOString().slice(0, 10);
    insert.run(day, 80 + index, images, images * 900_000, images * 25 + index ** 2, at);
  }
};
