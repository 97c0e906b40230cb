// Builds src/imaging/engine/picture-engine.wasm, the same bytes on every machine: npm run build-picture-engine
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { joinBytes } from '../src/shared/bytes.ts';
import { runScript, ScriptError } from './support/fail.ts';
import { makeFingerprintSection, PICTURE_ENGINE } from './support/wasm-builds.ts';

const LIBRARIES = ['libwebp.a', 'libsharpyuv.a', 'libjpeg.a', 'libpng16.a', 'libz.a'];
const HEADERS = [
  'jconfig.h',
  'jerror.h',
  'jmorecfg.h',
  'jpeglib.h',
  'png.h',
  'pngconf.h',
  'pnglibconf.h',
  'zconf.h',
  'zlib.h',
  'zlib_name_mangling.h',
];
const OUTPUT = 'picture-engine.wasm';
const STACK_BYTES = 262_144;

const FLAGS = [
  '-O3',
  '-msimd128',
  // Libpng's jumps, which are never taken, throw a tag.
  '-mexception-handling',
  '-mexec-model=reactor',
  '-nostartfiles',
  '-Iinclude',
  '-I.',
  '-Wl,--no-entry,--strip-all,--stack-first,--import-memory,--export-memory',
  '-Wl,--wrap=adler32_c,--wrap=inflate,--wrap=png_read_filter_row',
  '-Wl,--wrap=WebPInitCustomIo,--wrap=VP8LConvertFromBGRA',
  `-Wl,-z,stack-size=${STACK_BYTES}`,
];

type Files = { [name: string]: string | Uint8Array | Files };

interface Toolchain {
  runClang(args: readonly string[], files: Files): Promise<Record<string, Uint8Array<ArrayBuffer>>>;
}

await runScript(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-engine-'));
  try {
    const compiled = await build(installPackages(folder));
    const file = joinBytes([compiled, makeFingerprintSection()]);
    writeFileSync(PICTURE_ENGINE.output, file);
    console.log(`${file.length} bytes, SHA-256 ${createHash('sha256').update(file).digest('hex')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return 0;
});

/** The lock file has their checksums. Returns their folder. */
function installPackages(folder: string): string {
  for (const name of ['package.json', 'package-lock.json']) {
    cpSync(join(PICTURE_ENGINE.folder, name), join(folder, name));
  }
  const npm = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
  if (npm.status !== 0) throw new ScriptError('The build packages could not be installed.');
  return join(folder, 'node_modules');
}

async function build(packages: string): Promise<Uint8Array<ArrayBuffer>> {
  const clang = pathToFileURL(join(packages, '@yowasp/clang/gen/bundle.js')).href;
  const { runClang } = (await import(clang)) as Toolchain;
  const libvips = join(packages, '@img/sharp-libvips-dev-wasm32');
  const headers = join(libvips, 'include');
  const webpHeaders = join(headers, 'webp');
  const sources = PICTURE_ENGINE.sources.filter((name) => /\.[cs]$/u.test(name));
  const made = await runClang(['clang', ...FLAGS, ...sources, ...LIBRARIES, '-o', OUTPUT], {
    ...readAll(PICTURE_ENGINE.folder, PICTURE_ENGINE.sources),
    ...readAll(join(libvips, 'lib'), LIBRARIES),
    include: { ...readAll(headers, HEADERS), webp: readAll(webpHeaders, listHeaders(webpHeaders)) },
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
