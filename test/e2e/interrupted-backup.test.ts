import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { administratorTerms, makeInvitation } from '../../scripts/admin/invite.ts';
import { makeBackup } from '../../scripts/backup/make-backup.ts';
import { readManifest, writeManifest } from '../../scripts/backup/manifest.ts';
import { verifyBackup } from '../../scripts/backup/verify-backup.ts';
import { restoreBackup } from '../../scripts/restore/restore-backup.ts';
import { openBindings } from '../../scripts/support/bindings.ts';
import type { StorageBindings } from '../../scripts/support/storage-runtime.ts';
import { systemClock } from '../../src/shared/clock.ts';
import { openDatabases } from '../../src/worker/db/open-databases.ts';
import { closeRegistration } from '../../src/worker/domain/settings/close-registration.ts';
import { countRows } from './support/count-rows.ts';
import { openDatabase } from './support/insert-person.ts';
import { launch } from './support/server.ts';
import { migrateLocally, openMigratedState } from './support/upgrade/open-migrated-state.ts';

/** Its database has all migrations once they are applied. */
const VERSION = 'share-links';
/** Of an unfinished restore. */
const MARK = 'SELECT name FROM schema_history WHERE position = 0';
const STOP = new Error('stopped here');

const folder = mkdtempSync(join(tmpdir(), 'tintype-interrupted-'));
const state = join(folder, 'state');
const site = await openMigratedState(VERSION, state);
const complete = join(folder, 'complete');
const manifest = await makeBackup(site, complete);
/** Rows of the version before are in the substring index until a task leaves them out; restored ones are not. */
const restored = { ...(await countRows(site)), image_suffixes: 0 };

let scratch = '';
beforeEach(() => {
  scratch = mkdtempSync(join(folder, 'scratch-'));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Counts the objects that are read, and may change what a read finds. */
function watchBucket(
  { DB, BUCKET: bucket }: Pick<StorageBindings, 'DB' | 'BUCKET'>,
  onGet: (key: string) => Promise<void> = async () => undefined,
) {
  const fetched: string[] = [];
  const BUCKET = new Proxy(bucket, {
    get: (target, name) =>
      name === 'get'
        ? async (key: string) => {
            fetched.push(key);
            await onGet(key);
            return target.get(key);
          }
        : (Reflect.get(target, name) as unknown),
  });
  return { fetched, bindings: { DB, BUCKET } };
}

it('commands list the bucket page by page, as plain values', async () => {
  const first = await site.BUCKET.list({ limit: 2 });
  expect(first.truncated).toBe(true);
  const cursor = first.truncated ? first.cursor : '';
  const rest = await site.BUCKET.list({ cursor });
  const objects = [...first.objects, ...rest.objects];
  expect(objects.length).toBeGreaterThanOrEqual(manifest.objects);
  for (const object of objects) {
    const { key } = object;
    // A value of the runtime would ask it for each property.
    expect(Object.keys(object)).toEqual(['key', 'size', 'uploaded']);
    const { size, uploaded } = (await site.BUCKET.head(key)) ?? {};
    expect(object).toEqual({ key, size, uploaded });
  }
});

describe('npm run backup', () => {
  it('stopped after any page and repeated, fetches no object twice and leaves the last backup whole', async () => {
    const { fetched, bindings } = watchBucket(site);
    for (let stopAt = 1; stopAt <= manifest.pages.length; stopAt += 1) {
      let pages = 0;
      const stopped = makeBackup(bindings, scratch, {
        onProgress: () => {
          pages += 1;
          if (pages === stopAt) throw STOP;
        },
      });
      await expect(stopped).rejects.toBe(STOP);
      await expect(readManifest(scratch)).rejects.toThrow('has no finished backup');
    }
    const first = await makeBackup(bindings, scratch);
    const count = fetched.length;
    expect(new Set(fetched).size).toBe(count);
    await expect(
      makeBackup(bindings, scratch, {
        onProgress: () => {
          throw STOP;
        },
      }),
    ).rejects.toBe(STOP);
    expect((await readManifest(scratch)).id).toBe(first.id);
    expect(await verifyBackup(scratch)).toEqual([]);
    expect(fetched).toHaveLength(count);
  });

  it('killed while it fetches and run again, makes a whole backup', async () => {
    await killAtWork({
      args: ['backup', scratch, '--persist-to', state],
      work: [scratch, 'objects/*/*'],
      wasCutOff: async () => existsSync(join(scratch, 'lock')),
    });
    // A killed process has an id until its parent has noticed.
    await vi.waitFor(() => makeBackup(site, scratch), { timeout: 20_000 });
    expect(await verifyBackup(scratch)).toEqual([]);
    expect(globSync('**/*.part', { cwd: scratch })).toEqual([]);
  });

  it('refuses a folder in which another process makes one', async () => {
    writeFileSync(join(scratch, 'lock'), String(process.ppid));
    await expect(makeBackup(site, scratch)).rejects.toThrow(
      `Process ${String(process.ppid)} is making a backup in ${scratch}.`,
    );
  });

  it('reads the rows again when an object has gone, and leaves out a deleted image', async () => {
    const own = await openMigratedState(VERSION, join(scratch, 'own'));
    const image = await own.DB.prepare(
      'SELECT id, image_file_id AS fileId FROM images WHERE pipeline_version = 1',
    ).first<{ id: number; fileId: number }>();
    const { results } = await own.DB.prepare(
      'SELECT object_key AS key FROM image_variants WHERE image_file_id = ?',
    )
      .bind(image?.fileId)
      .all<{ key: string }>();
    const keys = results.map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(0);
    const deletions = [
      'DELETE FROM images WHERE id = ?1 AND image_file_id = ?2',
      'DELETE FROM image_variants WHERE ?1 > 0 AND image_file_id = ?2',
      'DELETE FROM image_files WHERE ?1 > 0 AND id = ?2',
    ].map((text) => own.DB.prepare(text).bind(image?.id, image?.fileId));
    const { bindings } = watchBucket(own, async (key) => {
      if (!keys.includes(key)) return;
      await own.DB.batch(deletions);
      await own.BUCKET.delete(keys);
    });
    const saved = await makeBackup(bindings, join(scratch, 'saved'));
    expect(saved.missing).toEqual([]);
    expect(saved.objects).toBe(manifest.objects - keys.length);
    await own[Symbol.asyncDispose]();
  });

  it('saves an image that moves between library and trash whenever keys are listed and rows are read', async () => {
    await using own = await openMigratedState(VERSION, join(scratch, 'own'));
    const move = await movableImage(own.DB);
    for (const isTrashedInLists of [false, true]) {
      const DB = new Proxy(own.DB, {
        get: (database, name) => {
          if (name === 'batch') {
            return async (statements: Parameters<D1Database['batch']>[0]) => {
              await move(!isTrashedInLists);
              const rows = await database.batch(statements);
              await move(isTrashedInLists);
              return rows;
            };
          }
          const value: unknown = Reflect.get(database, name);
          return typeof value === 'function' ? (value.bind(database) as unknown) : value;
        },
      });
      await move(isTrashedInLists);
      const saved = mkdtempSync(join(scratch, 'saved-'));
      expect((await makeBackup({ DB, BUCKET: own.BUCKET }, saved)).objects).toBe(manifest.objects);
      const persistTo = mkdtempSync(join(scratch, 'new-'));
      await using target = await openBindings({ remote: false, persistTo });
      await restoreBackup(target, saved, { name: 'the local database' });
      const moved = isTrashedInLists ? 'images' : 'trashed_images';
      expect(await move.find(target.DB)).toEqual([moved]);
      expect((await countRows(target))['image_files']).toBe((await countRows(own))['image_files']);
    }
  });

  it('names an image whose variants are malformed, and saves what the bucket has of it', async () => {
    await using own = await openMigratedState(VERSION, join(scratch, 'own'));
    const image = await own.DB.prepare(
      'SELECT id, image_file_id AS fileId FROM images WHERE pipeline_version = 2',
    ).first<{ id: number; fileId: number }>();
    const [id, fileId] = [image?.id ?? 0, image?.fileId ?? 0];
    await own.DB.batch([
      own.DB.prepare('DELETE FROM image_variants WHERE image_file_id = ?').bind(fileId),
      own.DB.prepare(
        "UPDATE image_files SET variants = x'ff', storage_path = 'images' WHERE id = ?",
      ).bind(fileId),
    ]);
    const saved = join(scratch, 'saved');
    expect(await makeBackup(own, saved)).toMatchObject({
      objects: manifest.objects,
      objectBytes: manifest.objectBytes,
      missing: [],
      malformed: [id],
    });
    expect(await verifyBackup(saved)).toEqual([
      `image ${String(id)}: its variants were malformed when the backup was made`,
    ]);
    await using target = await openBindings({ remote: false, persistTo: join(scratch, 'new') });
    expect(await restoreBackup(target, saved, { name: 'the local database' })).toEqual([
      { subject: `image ${String(id)}`, problem: 'its variants are malformed', repair: null },
    ]);
    const [was, is] = await Promise.all([own.BUCKET.list(), target.BUCKET.list()]);
    expect(is.objects.map(({ key }) => key)).toEqual(was.objects.map(({ key }) => key));
  });

  it('names an object that the site has lost, and saves the rest', async () => {
    const hidden = { DB: site.DB, BUCKET: hideObject(site.BUCKET) };
    const saved = await makeBackup(hidden, scratch);
    expect(saved.missing).toEqual([expect.stringContaining('master.webp')]);
    expect(saved.objects).toBe(manifest.objects - 1);
    expect(await verifyBackup(scratch)).toEqual([expect.stringContaining('the bucket lacked it')]);
  });
});

/** Moves an image into the trash and back, each in one batch. `find` tells the tables of a database that have it. */
async function movableImage(DB: D1Database) {
  const { results } = await DB.prepare("SELECT name FROM pragma_table_info('images')").all<{
    name: string;
  }>();
  // Without generated ones.
  const columns = results.map(({ name }) => name);
  const row = await DB.prepare(
    `SELECT ${columns.join()} FROM images WHERE pipeline_version = 2 LIMIT 1`,
  ).first<Record<string, string | number | null>>();
  const id = row?.['id'] ?? 0;
  const enter = [
    `INSERT INTO trashed_images (id, user_id, image_file_id, unique_link, pipeline_version, trashed_at, erase_due_at,
       image, image_tokens, share_links) SELECT id, user_id, image_file_id, unique_link, pipeline_version, 0, 9e15,
       '{}', '[]', '[]' FROM images WHERE id = ?`,
    'DELETE FROM images WHERE id = ?',
  ].map((text) => DB.prepare(text).bind(id));
  const leave = [
    DB.prepare(
      `INSERT OR IGNORE INTO images (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
    ).bind(...Object.values(row ?? {})),
    DB.prepare('DELETE FROM trashed_images WHERE id = ?').bind(id),
  ];
  const find = async (database: D1Database): Promise<string[]> => {
    const tables = ['images', 'trashed_images'];
    const found = await database.batch(
      tables.map((name) => database.prepare(`SELECT 1 FROM ${name} WHERE id = ?`).bind(id)),
    );
    return tables.filter((_, index) => found[index]?.results.length === 1);
  };
  const move = async (isTrashed: boolean): Promise<void> => {
    await DB.batch(isTrashed ? enter : leave);
  };
  return Object.assign(move, { find });
}

/** Without the first master that is asked for. */
function hideObject(bucket: R2Bucket): R2Bucket {
  let lost: string | undefined;
  return new Proxy(bucket, {
    get: (target, name) =>
      name === 'get'
        ? (key: string) => {
            if (key.endsWith('/master.webp')) lost ??= key;
            return key === lost ? Promise.resolve(null) : target.get(key);
          }
        : (Reflect.get(target, name) as unknown),
  });
}

describe('npm run backup -- --verify', () => {
  beforeEach(() => cpSync(complete, scratch, { recursive: true }));

  const [object, page] = ['objects/*/*', '*/*.json.gz'];
  it.each([
    ['a damaged object', object, flipByte, /^object \S+: missing or damaged/u],
    ['a missing object', object, rmSync, /^object \S+: missing or damaged/u],
    ['a damaged page', page, flipByte, /^page \S+: missing or damaged/u],
    ['a missing page', page, rmSync, /^page \S+: missing or damaged/u],
  ])('finds %s', async (_name, files, damage, fault) => {
    const [path = ''] = globSync(files, { cwd: scratch });
    damage(join(scratch, path));
    const faults = await verifyBackup(scratch);
    expect(faults.length).toBeGreaterThan(0);
    for (const found of faults) expect(found).toMatch(fault);
  });

  it('says so in a folder without a backup', async () => {
    await expect(verifyBackup(folder)).rejects.toThrow('has no finished backup');
  });
});

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

describe('npm run restore', () => {
  const openScratch = () => openBindings({ remote: false, persistTo: join(scratch, 'state') });
  const restore = (target: StorageBindings, saved = complete, onObject = () => undefined) =>
    restoreBackup(target, saved, { name: 'the local database', onObject });

  it('stopped after any object and repeated, restores each row and object once, and no other backup', async () => {
    await using target = await openScratch();
    for (let stopAt = 1; stopAt <= manifest.objects; stopAt += 5) {
      let objects = 0;
      const stopped = restore(target, complete, () => {
        objects += 1;
        if (objects === stopAt) throw STOP;
      });
      await expect(stopped).rejects.toBe(STOP);
      // The boot gate knows no such migration.
      expect(await readMark(target)).toBe(`restore of ${manifest.id}`);
    }
    const other = join(scratch, 'other');
    await makeBackup(site, other);
    await expect(restore(target, other)).rejects.toThrow(
      `A restore of another backup (${manifest.id}) has begun`,
    );
    expect(await restore(target)).toEqual([]);
    expect(await readMark(target)).toBeNull();
    expect(await countRows(target)).toEqual(restored);
  });

  it('killed and run again, restores all', async () => {
    const persistTo = join(scratch, 'state');
    await killAtWork({
      args: ['restore', complete, '--persist-to', persistTo],
      work: [persistTo, 'v3/r2/tintype/blobs/*'],
      wasCutOff: async () => {
        using half = openDatabase({ persistTo });
        return half.prepare(MARK).get() !== undefined;
      },
    });
    await using target = await openScratch();
    expect(await restore(target)).toEqual([]);
    expect(await countRows(target)).toEqual(restored);
  });

  it('refuses a state with rows or objects, and names them', async () => {
    await expect(restore(site)).rejects.toThrow(
      /There are rows in .*users.*objects in the bucket, such as .* \(the local database\)/u,
    );
  });

  it('refuses a site that npm run deploy has made or that a Worker uses, and says what to do', async () => {
    await using target = await openScratch();
    await migrateLocally(target);
    const run = "INSERT INTO cron_runs (id, started_at, ended_at, parts) VALUES (1, 1, ?, '[]')";
    await target.DB.prepare(run).bind(Date.now()).run();
    await expect(restore(target)).rejects.toThrow('its cron has run in the last three minutes');
    await target.DB.exec('UPDATE cron_runs SET ended_at = ended_at - 180000');
    const deployed = { ...openDatabases(target.DB), clock: systemClock };
    await closeRegistration(deployed);
    const terms = administratorTerms(systemClock.now());
    await makeInvitation(deployed.directory, 'https://img.example.org', terms);
    await expect(restore(target)).rejects.toThrow(
      /rows in settings.*If npm run deploy has made this database .* deploy last\.$/u,
    );
  });

  it('fills a database that has migrations and the days of a site that nobody has used', async () => {
    await using target = await openScratch();
    await migrateLocally(target);
    const days = await site.DB.prepare('SELECT * FROM daily_totals').all();
    await target.DB.exec("INSERT INTO daily_totals VALUES ('2020-01-01', 0, 0, 0, 0, 0)");
    expect(await restore(target)).toEqual([]);
    expect((await target.DB.prepare('SELECT * FROM daily_totals').all()).results).toEqual(
      days.results,
    );
  });

  it('refuses a backup of a version that is not this one or an earlier one', async () => {
    const newer = { name: '9999_later.sql', sha256: '0'.repeat(64) };
    await writeManifest(scratch, { ...manifest, migrations: [...manifest.migrations, newer] });
    await expect(restore(site, scratch)).rejects.toThrow(
      'The backup was made at migration 9999_later.sql, and this version does not have its 9999_later.sql.',
    );
  });

  it('names a damaged object, and goes on once it is whole', async () => {
    await using target = await openScratch();
    const saved = join(scratch, 'saved');
    await makeBackup(site, saved);
    const [path = ''] = globSync('objects/*/*', { cwd: saved });
    flipByte(join(saved, path));
    await expect(restore(target, saved)).rejects.toThrow(
      /is damaged: object \S+ is missing or has/u,
    );
    flipByte(join(saved, path));
    expect(await restore(target, saved)).toEqual([]);
  });
});

interface Killing {
  readonly args: readonly [command: string, ...args: string[]];
  /** The folder in which it works, and the files that show that it has begun. */
  readonly work: readonly [folder: string, files: string];
  readonly wasCutOff: () => Promise<boolean>;
}

/** Kills a command at its work. One that has ended before, on a busy machine, begins again from nothing. */
async function killAtWork({ args, work, wasCutOff }: Killing): Promise<void> {
  const [[command, ...rest], [folder, files]] = [args, work];
  for (let tries = 0; tries < 10; tries += 1) {
    rmSync(folder, { recursive: true, force: true });
    const { child, ended, output } = launch(command, rest, {});
    while (globSync(files, { cwd: folder }).length === 0 && child.exitCode === null) await sleep(5);
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
    // A killed process has no exit code.
    if (((await ended) ?? 0) !== 0) throw new Error(output());
    if (await wasCutOff()) return;
  }
  throw new Error(`${command} always ended before it was killed`);
}

async function readMark({ DB }: Pick<StorageBindings, 'DB'>): Promise<string | null> {
  return DB.prepare(MARK).first('name');
}
