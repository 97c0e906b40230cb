import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ScriptError } from '../support/fail.ts';

// A backup's folder:
//   backup.json            the manifest; replaced as the last step, so a killed run leaves the previous backup whole
//   <id>/000001.json.gz …  pages of rows with their objects (page-file.ts)
//   objects/ab/<sha256>    the objects, shared by all backups in the folder

export const FORMAT = 1;

export interface PageEntry {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly id: string;
  /** Each image that was acknowledged before is in the backup, unless it was deleted meanwhile. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Applied to the database, in order. */
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[];
  /** Last numbers that AUTOINCREMENT has given, by table. */
  readonly sequences: Readonly<Record<string, number>>;
  /** In the order of reading. */
  readonly pages: readonly PageEntry[];
  readonly rows: number;
  readonly objects: number;
  readonly objectBytes: number;
  /** Keys of objects that the database demands and that the bucket lacked. */
  readonly missing: readonly string[];
  /** Ids of images whose variants are malformed; absent in backups of earlier versions. */
  readonly malformed?: readonly number[];
}

/** @throws {ScriptError} when the folder has no backup, or one of another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await findManifest(folder);
  if (manifest !== null) return manifest;
  throw new ScriptError(
    `${folder} has no finished backup: backup.json is missing or broken. Run npm run backup again; it goes on.`,
  );
}

async function findManifest(folder: string): Promise<Manifest | null> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')) as Manifest;
  } catch {
    return null;
  }
  if (manifest.format === FORMAT) return manifest;
  throw new ScriptError(
    `${folder} has a backup of format ${String(manifest.format)}; this version reads format ${String(FORMAT)}.`,
  );
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeWhole(join(folder, 'backup.json'), JSON.stringify(manifest, null, 2));
}

/** The file is there whole, or as it was before. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.part`;
  await writeFile(temporary, content, { flush: true });
  await rename(temporary, path);
}
