import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PageObject } from './page-file.ts';

type Content = Pick<PageObject, 'sha256' | 'size'>;

/** Named by its content: equal objects share a file, and case-insensitive disks keep it apart from others. */
export function objectPath(folder: string, { sha256 }: Pick<Content, 'sha256'>): string {
  return join(folder, 'objects', sha256.slice(0, 2), sha256);
}

/** Looks at the size only; a whole file gets its name last. */
export async function hasObject(folder: string, content: Content): Promise<boolean> {
  try {
    return (await stat(objectPath(folder, content))).size === content.size;
  } catch {
    return false;
  }
}

/** False when the bytes are others; nothing is kept then. */
export async function saveObject(
  folder: string,
  content: Content,
  body: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  const path = objectPath(folder, content);
  const temporary = `${path}.${randomUUID()}.part`;
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  let size = 0;
  try {
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(temporary),
    );
    if (size !== content.size || hash.digest('hex') !== content.sha256) return false;
    await rename(temporary, path);
    return true;
  } finally {
    await rm(temporary, { force: true });
  }
}

export async function saveFound(folder: string, bytes: Uint8Array): Promise<Content> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const content = { sha256, size: bytes.length };
  if (!(await hasObject(folder, content)))
    await saveObject(folder, content, Readable.from([bytes]));
  return content;
}

/** Reads all of it. */
export async function checkObject(folder: string, content: Content): Promise<boolean> {
  if (!(await hasObject(folder, content))) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(objectPath(folder, content)), hash);
  return hash.digest('hex') === content.sha256;
}
