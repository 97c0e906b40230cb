import { workInParallel } from '../support/work-in-parallel.ts';
import { TRANSFERS } from './copy-page.ts';
import { readManifest } from './manifest.ts';
import { checkObject } from './object-files.ts';
import { readPageFile } from './page-file.ts';

/** Reads every byte. Returns a sentence for each page or object that is missing or damaged. */
export async function verifyBackup(
  folder: string,
  onObject: () => void = () => undefined,
): Promise<string[]> {
  const { pages, missing, malformed = [] } = await readManifest(folder);
  const faults = [
    ...missing.map((key) => `object ${key}: the bucket lacked it when the backup was made`),
    ...malformed.map(
      (id) => `image ${String(id)}: its variants were malformed when the backup was made`,
    ),
  ];
  for (const entry of pages) {
    const page = await readPageFile(folder, entry);
    if (page === null) {
      faults.push(`page ${entry.file}: missing or damaged`);
      continue;
    }
    await workInParallel(page.objects, TRANSFERS, async (object) => {
      if (!(await checkObject(folder, object))) {
        faults.push(
          `object ${object.key}: missing or damaged (objects/${object.sha256.slice(0, 2)}/${object.sha256})`,
        );
      }
      onObject();
    });
  }
  return faults;
}
