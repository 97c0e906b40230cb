import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from './manifest.ts';
import { readPageFile } from './page-file.ts';

const ID = /^\d{14}-[0-9a-f]{8}$/u;

/** Deletes earlier backups and the objects that no page names any more: deleted images go from the backup as well. */
export async function prune(folder: string, { id, pages }: Manifest): Promise<void> {
  for (const name of await readdir(folder)) {
    if (ID.test(name) && name !== id) await rm(join(folder, name), { recursive: true });
  }
  const named = new Set<string>();
  for (const entry of pages) {
    const page = await readPageFile(folder, entry);
    // What a broken page names cannot be known.
    if (page === null) return;
    for (const { sha256 } of page.objects) named.add(sha256);
  }
  const objects = join(folder, 'objects');
  for (const shelf of await readdir(objects).catch(() => [])) {
    for (const name of await readdir(join(objects, shelf))) {
      if (!named.has(name)) await rm(join(objects, shelf, name));
    }
  }
}
