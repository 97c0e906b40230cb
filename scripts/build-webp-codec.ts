// Builds src/worker/imaging/webp-codec/webp-codec.wasm, the same bytes on every machine: npm run build-webp-codec
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { joinBytes } from '../src/shared/bytes.ts';
import { runScript, ScriptError } from './support/fail.ts';
import { makeFingerprintSection, WASM_BUILDS } from './support/wasm-builds.ts';

const BUILD = WASM_BUILDS['build-webp-codec.ts'];
const SOURCE_FOLDER = join(import.meta.dirname, 'webp-codec');
const SOURCES = ['webp-codec.c', 'webp-kernels.c'];
const LIBRARIES = ['libwebp.a', 'libsharpyuv.a'];
const OUTPUT = 'webp-codec.wasm';
const STACK_BYTES = 262_144;

const FLAGS = [
  '-O3',
  '-msimd128',
  '-mexec-model=reactor',
  '-nostartfiles',
  '-Iinclude',
  '-Wl,--no-entry,--strip-all,--stack-first',
  `-Wl,-z,stack-size=${STACK_BYTES}`,
];

type Files = { [name: string]: string | Uint8Array | Files };

interface Toolchain {
  runClang(args: readonly string[], files: Files): Promise<Record<string, Uint8Array<ArrayBuffer>>>;
}

await runScript(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-webp-'));
  try {
    const file = joinBytes([await build(installPackages(folder)), makeFingerprintSection(BUILD)]);
    for (const path of BUILD.outputs) writeFileSync(path, file);
    console.log(`${file.length} bytes, SHA-256 ${createHash('sha256').update(file).digest('hex')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return 0;
});

/** The lock file has their checksums. Returns their folder. */
function installPackages(folder: string): string {
  for (const name of ['package.json', 'package-lock.json']) {
    cpSync(join(SOURCE_FOLDER, name), join(folder, name));
  }
  const npm = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
  if (npm.status !== 0) throw new ScriptError('The build packages could not be installed.');
  return join(folder, 'node_modules');
}

async function build(packages: string): Promise<Uint8Array<ArrayBuffer>> {
  const clang = pathToFileURL(join(packages, '@yowasp/clang/gen/bundle.js')).href;
  const { runClang } = (await import(clang)) as Toolchain;
  const libvips = join(packages, '@img/sharp-libvips-dev-wasm32');
  const headers = join(libvips, 'include/webp');
  const made = await runClang(['clang', ...FLAGS, ...SOURCES, ...LIBRARIES, '-o', OUTPUT], {
    ...readAll(SOURCE_FOLDER, SOURCES),
    ...readAll(join(libvips, 'lib'), LIBRARIES),
    include: { webp: readAll(headers, listHeaders(headers)) },
  });
  const wasm = made[OUTPUT];
  if (wasm === undefined) throw new ScriptError('The compiler failed.');
  return wasm;
}

function listHeaders(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.h'));
}

function readAll(folder: string, names: readonly string[]): Files {
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))]));
}
