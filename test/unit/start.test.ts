import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import * as zodNames from '../../src/worker/zod-names.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const { alias = {}, keep_names, minify } = readConfig({ config: join(ROOT, 'wrangler.toml') });

/** Evaluated before the first answer: statements of the objects, and a header's syntax. */
const START_PACKAGES = new Set(['content-disposition', 'drizzle-orm']);
/** Evaluated only by jobs. */
const JOB_PACKAGES = /^(@jsquash|@cf-wasm|omggif)/u;
/** Uncompressed, without WebAssembly. */
const SCRIPT_MAX_BYTES = 1_000_000;

let inputs: Metafile['inputs'];
let scriptBytes: number;

/** Lists the modules evaluated with an entry, without its dynamic imports. */
const loadedWith = (entry: string): string[] => {
  const found = new Set([entry]);
  for (const path of found) {
    for (const { path: next, kind, external } of inputs[path]?.imports ?? []) {
      if (kind !== 'dynamic-import' && external !== true) found.add(next);
    }
  }
  return [...found];
};

const packagesOf = (paths: readonly string[]): string[] => {
  const names = paths.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
};

const asWrangler: Plugin = {
  name: 'as-wrangler',
  setup: ({ onResolve }) => {
    onResolve({ filter: /./ }, ({ path }) => {
      const target = alias[path];
      if (target !== undefined) return { path: join(ROOT, target) };
      const isExternal = /^(cloudflare|node):|\.(wasm|sql)$/u.test(path);
      return isExternal ? { path, external: true } : null;
    });
  },
};

const OPTIONS = {
  absWorkingDir: ROOT,
  entryPoints: ['src/worker/index.ts'],
  bundle: true,
  write: false,
  platform: 'neutral',
  target: 'es2024',
  mainFields: ['browser', 'module', 'main'],
  conditions: ['workerd', 'worker', 'browser'],
  minify: minify === true,
  keepNames: keep_names !== false,
} satisfies BuildOptions;

beforeAll(async () => {
  const { metafile, outputFiles } = await build({
    ...OPTIONS,
    format: 'esm',
    metafile: true,
    plugins: [asWrangler],
  });
  ({ inputs } = metafile);
  scriptBytes = outputFiles.reduce((sum, { contents }) => sum + contents.length, 0);
});

describe('the Worker', () => {
  it('evaluates neither the API nor the jobs nor the codecs before its first answer', () => {
    const loaded = loadedWith('src/worker/index.ts');
    expect(loaded.length).toBeGreaterThan(50);
    expect(packagesOf(loaded).filter((name) => !START_PACKAGES.has(name))).toEqual([]);
    expect(loaded.filter((path) => /^src\/(codecs|jobs|http\/api)\//u.test(path))).toEqual([]);
  });

  it('evaluates no part of the API for an image of pipeline 1 or one opened by a token', () => {
    const loaded = loadedWith('src/worker/http/guarded-view.ts');
    expect(packagesOf(loaded).filter((name) => !START_PACKAGES.has(name))).toEqual([]);
    expect(loaded.filter((path) => /^src\/(codecs|jobs|http\/api)\//u.test(path))).toEqual([]);
  });

  it('evaluates no codec for the API', () => {
    const loaded = packagesOf(loadedWith('src/worker/http/app.ts'));
    expect(loaded).toContain('zod');
    expect(loaded.filter((name) => JOB_PACKAGES.test(name))).toEqual([]);
  });

  it('imports no module of Node, which each isolate would load at its start', () => {
    const imported = Object.entries(inputs).flatMap(([path, { imports }]) =>
      imports
        .filter((it) => it.path.startsWith('node:') && it.kind !== 'dynamic-import')
        .map((it) => `${path} imports ${it.path}`),
    );
    expect(imported).toEqual([]);
  });

  it('uses only names of zod that are in the bundled part', () => {
    const users = globSync('src/**/*.ts', { cwd: ROOT })
      .map((path) => readFileSync(join(ROOT, path), 'utf8'))
      .filter((text) => /^import .*\bz\b/mu.test(text));
    const used = users.flatMap((text) =>
      [...stripTypeScriptTypes(text).matchAll(/\bz\s*\.\s*(\w+)/gu)].map(([, name = '']) => name),
    );
    expect(new Set(used).size).toBeGreaterThan(10);
    expect([...new Set(used)].filter((name) => !(name in zodNames))).toEqual([]);
  });

  it('has a small script', () => {
    expect(scriptBytes).toBeLessThan(SCRIPT_MAX_BYTES);
  });
});
