import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compiled files in the repository, and their sources. */
interface WasmBuild {
  readonly outputs: readonly string[];
  readonly sources: readonly string[];
}

const ROOT = join(import.meta.dirname, '../..');
const WEBP_CODEC = join(ROOT, 'scripts/webp-codec');
const PICTURE_ENGINE = join(ROOT, 'src/imaging/engine');

/** By the name of the build script. */
export const WASM_BUILDS = {
  'build-webp-codec.ts': {
    outputs: [join(ROOT, 'src/worker/imaging/webp-codec/webp-codec.wasm')],
    sources: ['webp-codec.c', 'webp-kernels.c', 'package-lock.json'].map((name) =>
      join(WEBP_CODEC, name),
    ),
  },
  'build-picture-engine.sh': {
    outputs: ['picture-engine-simd.wasm', 'picture-engine.wasm'].map((name) =>
      join(PICTURE_ENGINE, name),
    ),
    sources: [
      join(PICTURE_ENGINE, 'picture-engine.c'),
      join(ROOT, 'scripts/build-picture-engine.sh'),
    ],
  },
} as const satisfies Record<string, WasmBuild>;

const SECTION = 'built-from';
/** WebAssembly Core Specification, 5.5.3. */
const CUSTOM_SECTION_ID = 0;

/** The last section of a compiled file: SHA-256, in hexadecimal, of its concatenated sources. */
export function makeFingerprintSection({
  sources,
}: Pick<WasmBuild, 'sources'>): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256');
  for (const path of sources) hash.update(readFileSync(path));
  // Lengths below 128 are a byte each.
  const name = [SECTION.length, ...Buffer.from(SECTION)];
  const content = [...name, ...Buffer.from(hash.digest('hex'))];
  return Uint8Array.from([CUSTOM_SECTION_ID, content.length, ...content]);
}
