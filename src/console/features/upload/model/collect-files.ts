import type { GivenItem } from '../../../state/given-items.ts';

/** The images of a folder, by name. A single file is judged by its content alone. */
const IMAGE_NAME = /\.(?:jpe?g|png|webp|avif|gif|heic|heif|tiff?|bmp)$/iu;

/** Sorts 9 before 10, as file managers do. */
const collator = new Intl.Collator(undefined, { numeric: true });

export interface Collected {
  readonly files: readonly File[];
  readonly leftOut: number;
}

/** An unreadable entry counts as left out. */
const UNREADABLE: Collected = { files: [], leftOut: 1 };

export async function collectFiles(items: readonly GivenItem[]): Promise<Collected> {
  const found = await Promise.all(
    items.map(async ({ entry, file }): Promise<Collected> => {
      if (entry?.isDirectory === true) return readEntry(entry);
      return { files: file === null ? [] : [file], leftOut: 0 };
    }),
  );
  return join(found);
}

export function pickImages(files: readonly File[]): Collected {
  const images = files
    .filter(isImage)
    .toSorted((a, b) => compareNames(a.webkitRelativePath, b.webkitRelativePath));
  return {
    files: images,
    leftOut: files.filter((file) => !isHidden(file)).length - images.length,
  };
}

async function readFolder(folder: FileSystemDirectoryEntry): Promise<Collected> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  const found: Collected[] = [];
  // Each call returns a batch, 100 in Chromium, and an empty one at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[] | null>((resolve) => {
      reader.readEntries(resolve, () => resolve(null));
    });
    if (entries === null) found.push(UNREADABLE);
    if (entries === null || entries.length === 0) break;
    all.push(...entries);
  }
  for (const entry of all.toSorted((a, b) => compareNames(a.name, b.name))) {
    found.push(await readEntry(entry));
  }
  return join(found);
}

async function readEntry(entry: FileSystemEntry): Promise<Collected> {
  try {
    if (entry.isDirectory) return await readFolder(entry as FileSystemDirectoryEntry);
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    return pickImages([file]);
  } catch {
    return UNREADABLE;
  }
}

function join(found: readonly Collected[]): Collected {
  return {
    files: found.flatMap(({ files }) => files),
    leftOut: found.reduce((sum, { leftOut }) => sum + leftOut, 0),
  };
}

/** By its type or its name. */
export function isImage(file: File): boolean {
  return !isHidden(file) && (file.type.startsWith('image/') || IMAGE_NAME.test(file.name));
}

/** Disks return files in arbitrary order. */
function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}

/** Files that operating systems put into folders. */
function isHidden({ name }: File): boolean {
  return name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';
}
