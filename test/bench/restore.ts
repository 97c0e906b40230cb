import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FORMAT, writeManifest, type PageEntry } from '../../scripts/backup/manifest.ts';
import { objectPath } from '../../scripts/backup/object-files.ts';
import {
  writePage,
  type PageObject,
  type Row,
  type TableRows,
} from '../../scripts/backup/page-file.ts';
import { restoreBackup } from '../../scripts/restore/restore-backup.ts';
import { openBindings } from '../../scripts/support/bindings.ts';
import { readMigrations } from '../../scripts/support/migrations.ts';
import { expectedHistory } from '../../src/worker/db/history.ts';
import { readChildrenMs } from './process-time.ts';
import { explain, type BenchOptions, type BenchRow } from './report.ts';

const IMAGES = 100_000;
const PAGE_IMAGES = 200;
const USERS = 100;
const OBJECT_BYTES = 4096;
const QUOTA_BYTES = 1024 ** 4;
const MADE_AT = 1_700_000_000_000;

/** A restore of 100,000 pipeline-1 images of 4 KB into an empty local state; `--only N` restores N. */
export async function run({ only }: BenchOptions): Promise<BenchRow[]> {
  const images = only === undefined ? IMAGES : Number(only);
  const folder = mkdtempSync(join(tmpdir(), 'tintype-restore-'));
  try {
    const saved = join(folder, 'saved');
    await writeBackup(saved, images);
    await using target = await openBindings({ remote: false, persistTo: join(folder, 'state') });
    const [began, used] = [performance.now(), await readUsedMs()];
    const left = await restoreBackup(target, saved, { name: 'the local state' });
    const seconds = (performance.now() - began) / 1000;
    const processorMs = (await readUsedMs()) - used;
    const restored = await target.DB.prepare('SELECT count(*) AS n FROM images').first<number>('n');
    return [
      {
        ...explain(`images restored of ${String(images)}`, 'images', [restored ?? 0]),
        target: String(images),
        pass: restored === images && left.length === 0,
      },
      explain('  duration', 's', [seconds]),
      explain('  rate', 'images/s', [images / seconds]),
      explain('  processor time an image', 'ms', [processorMs / images]),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Processor time of this process and of the local runtime. */
async function readUsedMs(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (await readChildrenMs());
}

/** In the order of a backup: images before their users. */
async function writeBackup(folder: string, images: number): Promise<void> {
  const pages: PageEntry[] = [];
  const add = async (tables: TableRows[], objects: PageObject[]) => {
    const file = `made/${String(pages.length + 1).padStart(6, '0')}.json.gz`;
    pages.push(await writePage(folder, file, { tables, objects }));
  };
  for (let first = 1; first <= images; first += PAGE_IMAGES) {
    const ids = Array.from(
      { length: Math.min(PAGE_IMAGES, images - first + 1) },
      (_, n) => first + n,
    );
    const objects = ids.map((id) => writeObject(folder, id));
    await add(describeImages(ids, objects), objects);
  }
  await add([describeUsers(images)], []);
  const migrations = (await expectedHistory(readMigrations())).map(({ name, sha256 }) => ({
    name,
    sha256,
  }));
  const time = new Date(MADE_AT).toISOString();
  await writeManifest(folder, {
    format: FORMAT,
    id: '20231114221320-00000000',
    startedAt: time,
    finishedAt: time,
    migrations,
    sequences: { users: USERS, images, image_files: images },
    pages,
    rows: 3 * images + USERS,
    objects: images,
    objectBytes: images * OBJECT_BYTES,
    missing: [],
  });
}

function writeObject(folder: string, id: number): PageObject {
  const content = randomBytes(OBJECT_BYTES);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const path = objectPath(folder, { sha256 });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const key = `images/${linkOf(id)}/original`;
  return { key, size: OBJECT_BYTES, sha256, contentType: 'image/jpeg' };
}

function linkOf(id: number): string {
  return `link${String(id).padStart(8, '0')}`;
}

function describeImages(ids: readonly number[], objects: readonly PageObject[]): TableRows[] {
  const files = ids.map((id): Row => [id, OBJECT_BYTES, MADE_AT]);
  const rows = ids.map((id): Row => {
    const [title, owner] = [`Holiday ${String(id)}`, (id % USERS) + 1];
    const state = ['public', 1, 'completed', 640, 480, OBJECT_BYTES, MADE_AT, MADE_AT, MADE_AT];
    const search = title.toLowerCase();
    return [id, owner, id, linkOf(id), title, `${title}.jpg`, ...state, search, search];
  });
  const variants = ids.map((id, index): Row => {
    const { key = '', sha256 = '' } = objects[index] ?? {};
    return [id, 'original', key, 'image/jpeg', OBJECT_BYTES, sha256, 640, 480, MADE_AT];
  });
  return [
    describe('image_files', 'id size created_at', files),
    describe(
      'images',
      'id user_id image_file_id unique_link title filename visibility pipeline_version processing_status ' +
        'width height file_size published_at created_at updated_at title_key search_text',
      rows,
    ),
    describe(
      'image_variants',
      'image_file_id kind object_key mime_type size sha256 width height created_at',
      variants,
    ),
  ];
}

function describeUsers(images: number): TableRows {
  const own = images / USERS;
  const rows = Array.from({ length: USERS }, (_, index): Row => {
    const name = `person${String(index)}`;
    const counts = [own * OBJECT_BYTES, own];
    return [
      index + 1,
      name,
      `${name}@example.org`,
      'none',
      QUOTA_BYTES,
      ...counts,
      MADE_AT,
      MADE_AT,
    ];
  });
  const columns =
    'id username email password_hash storage_quota storage_used image_count created_at updated_at';
  return describe('users', columns, rows);
}

function describe(name: string, columns: string, rows: readonly Row[]): TableRows {
  return { name, columns: columns.split(' '), rows };
}
