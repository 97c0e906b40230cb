import type { DatabaseSync } from 'node:sqlite';
import { readMigrations } from '../../../scripts/support/migrations.ts';
import { runLives } from '../rows/run-lives.ts';
import { sumTotals } from '../rows/sum-totals.ts';
import { KeyBucket } from './key-bucket.ts';

/** Of version 2.1.0. */
const LAST_BEFORE = 21;
const IMAGES_PER_USER = 100;
const QUOTA_BYTES = 2 ** 50;
/** The owner of the only large library. */
export const LARGE_OWNER = 1;
const LARGE_IMAGES = 7000;
const LARGE_SHARE_MAX = 0.5;

/** A database as version 2.1.0 left it, with what it has in the bucket. */
export function makeOld(file: DatabaseSync, images: number): KeyBucket {
  // Nothing is rolled back before the conversion.
  file.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -500000');
  for (const { sql } of readMigrations().slice(0, LAST_BEFORE)) file.exec(sql);
  const users = Math.ceil(images / IMAGES_PER_USER);
  const share = Math.min(LARGE_SHARE_MAX, LARGE_IMAGES / images);
  runLives(file, 'before', images, users, (random) =>
    random() < share ? LARGE_OWNER : 2 + Math.floor(random() * (users - 1)),
  );
  sumTotals(file);
  file.exec(`UPDATE users SET storage_quota = ${String(QUOTA_BYTES)}; PRAGMA journal_mode = WAL`);
  const bucket = new KeyBucket();
  const rows = file.prepare('SELECT object_key, size FROM image_variants').iterate();
  for (const { object_key: key, size } of rows) bucket.add(String(key), Number(size));
  return bucket;
}

/** Milliseconds of processor time. */
export function upgrade(file: DatabaseSync): number {
  const start = process.cpuUsage();
  for (const { sql } of readMigrations().slice(LAST_BEFORE)) file.exec(`BEGIN; ${sql}; COMMIT`);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
