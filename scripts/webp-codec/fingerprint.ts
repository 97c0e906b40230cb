import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** What the codec is built from. */
export const SOURCE_FOLDER = join(ROOT, 'scripts/webp-codec');
export const CODEC_FILE = join(ROOT, 'src/codecs/webp-codec/webp-codec.wasm');

const SECTION = 'built-from';
/** WebAssembly Core Specification, 5.5.3. */
const CUSTOM_SECTION_ID = 0;

/**
 * The section with which the codec ends: SHA-256, in hexadecimal, of its source and of the lock file of the packages
 * that it is built with.
 */
export function makeFingerprintSection(): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256');
  for (const name of ['webp-codec.c', 'package-lock.json']) {
    hash.update(readFileSync(join(SOURCE_FOLDER, name)));
  }
  // Lengths below 128 are a byte each.
  const name = [SECTION.length, ...Buffer.from(SECTION)];
  const content = [...name, ...Buffer.from(hash.digest('hex'))];
  return Uint8Array.from([CUSTOM_SECTION_ID, content.length, ...content]);
}
