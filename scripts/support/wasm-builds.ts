import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The compiled file in the repository, and its sources. */
export const PICTURE_ENGINE = {
  output: join(ROOT, 'src/imaging/engine/picture-engine.wasm'),
  folder: join(ROOT, 'scripts/picture-engine'),
  sources: [
    'checksum.c',
    'draw.c',
    'engine.h',
    'jpeg-kernels.c',
    'jpeg-kernels.h',
    'jpeg.c',
    'memory.c',
    'package-lock.json',
    'planes.c',
    'png-encode.c',
    'png-filters.c',
    'png.c',
    'resize.c',
    'setjmp.h',
    'tag.s',
    'webp-kernels.c',
    'webp.c',
    'webp.h',
  ],
} as const;

const SECTION = 'built-from';
/** WebAssembly Core Specification, 5.5.3. */
const CUSTOM_SECTION_ID = 0;

/** The last section of the compiled file: SHA-256, in hexadecimal, of its concatenated sources. */
export function makeFingerprintSection(): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256');
  for (const name of PICTURE_ENGINE.sources) {
    hash.update(readFileSync(join(PICTURE_ENGINE.folder, name)));
  }
  // Lengths below 128 are a byte each.
  const name = [SECTION.length, ...Buffer.from(SECTION)];
  const content = [...name, ...Buffer.from(hash.digest('hex'))];
  return Uint8Array.from([CUSTOM_SECTION_ID, content.length, ...content]);
}
