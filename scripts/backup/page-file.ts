import { mkdir, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { SqlValue } from '../../src/worker/db/statement.ts';
import { writeWhole, type PageEntry } from './manifest.ts';

export type Row = readonly SqlValue[];

export interface TableRows {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export interface PageObject {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
  readonly contentType: string;
}

/** Rows as of one moment, and the objects that they need. */
export interface Page {
  readonly tables: readonly TableRows[];
  readonly objects: readonly PageObject[];
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Overwrites an earlier page of the same name. */
export async function writePage(folder: string, file: string, page: Page): Promise<PageEntry> {
  const content = await compress(JSON.stringify(page));
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeWhole(path, content);
  return { file, bytes: content.length, sha256: hashOf(content) };
}

/** Null when it is missing or not the page that was written. */
export async function readPageFile(folder: string, entry: PageEntry): Promise<Page | null> {
  try {
    const content = await readFile(join(folder, entry.file));
    if (hashOf(content) !== entry.sha256) return null;
    return JSON.parse((await decompress(content)).toString('utf8')) as Page;
  } catch {
    return null;
  }
}

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
