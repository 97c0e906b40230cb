import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readMigrations } from '../../scripts/support/migrations.ts';
import type { BenchOptions, BenchRow } from './report.ts';
import { runLives, type Form } from './rows/run-lives.ts';

const IMAGES = 1_000_000;
const IMAGES_PER_USER = 100;
const BYTES_MAX = 640;
/** Of version 2.1.0. */
const LAST_BEFORE = 21;

/**
 * Bytes of D1 that an image takes, by table and index, in the schema of 2.1.0 and in this one. 10,000 users of random
 * order have a hundred images each. Every image has the key of its source, and those named as JPEG, six of ten, have date,
 * camera and exposure. `--images 100000` is shorter.
 */
export async function run({ images = IMAGES }: BenchOptions): Promise<BenchRow[]> {
  const [before, after] = [measure('before', images), measure('after', images)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const rows = names.map((name) => compare(name, after.get(name) ?? 0, before.get(name) ?? 0));
  const sum = (bytes: ReadonlyMap<string, number>) =>
    [...bytes.values()].reduce((a, b) => a + b, 0);
  const total = compare('an image', sum(after), sum(before));
  const pass = sum(after) <= BYTES_MAX;
  return [
    ...rows.filter(({ ours: [a = 0], baseline: [b = 0] }) => a + b >= 0.5),
    { ...total, target: `≤ ${BYTES_MAX} B`, pass },
  ];
}

function compare(name: string, after: number, before: number): BenchRow {
  return {
    name,
    unit: 'B',
    ours: [after],
    baseline: [before],
    ratio: after / before,
    target: 'none',
    pass: true,
  };
}

/** Bytes of pages an image, by table or index. */
function measure(form: Form, images: number): Map<string, number> {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-rows-'));
  const db = new DatabaseSync(join(folder, 'd1.sqlite'));
  try {
    db.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -500000');
    for (const { sql } of readMigrations().slice(0, form === 'before' ? LAST_BEFORE : undefined))
      db.exec(sql);
    runLives(db, form, images, Math.ceil(images / IMAGES_PER_USER));
    const sizes = db
      .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY 2 DESC')
      .all();
    return new Map(sizes.map(({ name, bytes }) => [String(name), Number(bytes) / images]));
  } finally {
    db.close();
    rmSync(folder, { recursive: true });
  }
}
