import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { WASM_PATHS, type WasmName } from '../../src/client/imaging/codecs/wasm-files.ts';
import { locateWasm } from '../../src/client/node/node-codecs.ts';
import { writeLicenses } from './bundled-licenses.ts';
import { emitDeclarations } from './emit-declarations.ts';
import { ROOT } from './wrangler.ts';

const CLIENT = join(ROOT, 'src', 'client');

const NODE: BuildOptions = {
  entryPoints: {
    node: join(CLIENT, 'node', 'package', 'index.ts'),
    'node-thread': join(CLIENT, 'node', 'package', 'node-thread.ts'),
    tintype: join(CLIENT, 'node', 'command', 'main.ts'),
  },
  platform: 'node',
  target: 'node20',
  splitting: true,
  chunkNames: 'node-[hash]',
};

const BROWSERS = ['chrome120', 'firefox121', 'safari17.4'];

const BROWSER: BuildOptions = {
  entryPoints: { browser: join(CLIENT, 'browser', 'index.ts') },
  platform: 'browser',
  target: BROWSERS,
  splitting: true,
  chunkNames: 'browser-[hash]',
};

/** One file: a bundler may make a classic script of it, which cannot import. */
const THREAD: BuildOptions = {
  entryPoints: { 'browser-thread': join(CLIENT, 'browser', 'browser-thread.ts') },
  platform: 'browser',
  target: BROWSERS,
};

/**
 * Builds the package of the client, without dependencies: for Node, Bun and Deno, for browsers, and the command. Returns
 * its folder.
 */
export async function buildClientPackage(
  folder = join(ROOT, 'dist', 'client-package'),
): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const inputs = await Promise.all(
    [NODE, BROWSER, THREAD].map((options) => bundle(folder, options)),
  );
  for (const name of Object.keys(WASM_PATHS) as WasmName[]) {
    const file = locateWasm(name);
    cpSync(file, join(folder, basename(file)));
  }
  emitDeclarations(join(folder, 'types'));
  writeLicenses(folder, inputs.flat());
  writeManifest(folder);
  cpSync(join(CLIENT, 'README.md'), join(folder, 'README.md'));
  return folder;
}

/** Returns the bundled files. */
async function bundle(outdir: string, options: BuildOptions): Promise<string[]> {
  const { metafile } = await build({
    ...options,
    outdir,
    bundle: true,
    format: 'esm',
    metafile: true,
    // LICENSES.txt has them.
    legalComments: 'none',
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

function writeManifest(folder: string): void {
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly license: string;
  };
  const manifest = {
    name: 'tintype',
    version,
    description: 'Uploads images to a Tintype server: a library and a command.',
    license,
    type: 'module',
    engines: { node: '>=20' },
    bin: { tintype: './tintype.js' },
    exports: {
      '.': {
        node: { types: './types/client/node/package/index.d.ts', default: './node.js' },
        default: { types: './types/client/browser/index.d.ts', default: './browser.js' },
      },
      './package.json': './package.json',
    },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
