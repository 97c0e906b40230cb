import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREAS, LAYERS, ROOTS } from '../../scripts/lint/house.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** One file for each kind of import, and whether the linter allows it. */
const PROBES = {
  'client/imports-imaging.ts': [true, "export { a } from '../imaging/a.ts';"],
  'client/imports-worker.ts': [false, "export { a } from '../worker/lib/a.ts';"],
  'client/imports-config.ts': [true, "export { a } from '../worker/config.ts';"],
  'shared/imports-deps.ts': [false, "export { a } from '../worker/deps.ts';"],
  'worker/db/imports-domain.ts': [false, "export { a } from '../domain/links/a.ts';"],
  'worker/db/imports-type.ts': [
    false,
    "import type { A } from '../http/a.ts';\nexport type B = A;",
  ],
  'worker/db/imports-name.ts': [false, "import { a } from '../http/a.ts';\nexport const b = a;"],
  'worker/db/imports-all.ts': [false, "export * from '../http/a.ts';"],
  'worker/db/imports-later.ts': [false, "export const load = () => import('../http/a.ts');"],
  'worker/db/imports-hono.ts': [false, "export { Hono } from 'hono';"],
  'worker/db/imports-hono-part.ts': [false, "export { a } from 'hono/a';"],
  'worker/http/imports-hono.ts': [true, "export { Hono } from 'hono';"],
  'worker/durable/imports-cloudflare.ts': [true, "export { a } from 'cloudflare:workers';"],
  'worker/http/imports-cloudflare.ts': [false, "export { a } from 'cloudflare:workers';"],
  'console/state/imports-text.ts': [true, "export { a } from '../text/a.ts';"],
  'console/text/imports-state.ts': [false, "export { a } from '../state/a.ts';"],
  'console/widgets/imports-shell.ts': [
    false,
    "import type { A } from '../shell/a.ts';\nexport type B = A;",
  ],
  'console/shell/imports-features.ts': [true, "export { a } from '../features/image/a.ts';"],
  'console/features/image/imports-gallery.ts': [true, "export { a } from '../gallery/a.ts';"],
  'console/features/gallery/imports-image.ts': [false, "export { a } from '../image/model/a.ts';"],
  'console/api/imports-preact.ts': [true, "export { signal } from '@preact/signals';"],
  'console/attic/imports-api.ts': [false, "export { a } from '../api/a.ts';"],
  'imaging/imports-preact.ts': [false, "export { h } from 'preact';"],
  'worker/attic/imports-lib.ts': [false, "export { a } from '../lib/a.ts';"],
  'attic/imports-shared.ts': [false, "export { a } from '../shared/a.ts';"],
  'worker/domain/accounts/imports-links.ts': [true, "export { a } from '../links/a.ts';"],
  'worker/domain/links/imports-accounts.ts': [false, "export { a } from '../accounts/a.ts';"],
  'worker/domain/links/imports-common.ts': [true, "export { a } from '../services.ts';"],
  'worker/domain/attic/imports-links.ts': [false, "export { a } from '../links/a.ts';"],
  'worker/domain/names-type.ts': [true, "export type { A } from './links/a.ts';"],
  'worker/lib/circle-of-types.ts': [
    false,
    "import type { B } from './circle-of-types-back.ts';\nexport type A = B;",
  ],
  'worker/lib/circle-of-types-back.ts': [
    false,
    "import type { A } from './circle-of-types.ts';\nexport type B = A | null;",
  ],
  'worker/domain/names-value.ts': [false, "export { a } from './links/a.ts';"],
} as const satisfies Record<string, readonly [isAllowed: boolean, text: string]>;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tintype-layers-')));
let refused: ReadonlySet<string>;

beforeAll(async () => {
  for (const name of ['.oxlintrc.json', 'package.json', 'scripts/lint']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  for (const [file, [, text]] of Object.entries(PROBES)) {
    const path = join(folder, 'src', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${text}\n`);
  }
  refused = await lint();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the linter', () => {
  it.each(Object.entries(PROBES))('checks src/%s by the table', (file, [isAllowed]) => {
    expect(refused.has(`src/${file}`)).toBe(!isAllowed);
  });
});

describe('the table of layers', () => {
  it('has no cycle: each layer imports only those before it', () => {
    const layers = Object.keys(LAYERS);
    for (const [index, others] of Object.values(LAYERS).entries()) {
      expect(layers.slice(0, index)).toEqual(expect.arrayContaining([...others]));
    }
  });

  it('names every folder with code of src, the Worker and the console', () => {
    const isDivided = (name: string): boolean => name === 'worker' || name === 'console';
    const folders = foldersOf('src').flatMap((program) =>
      isDivided(program)
        ? foldersOf(`src/${program}`).map((name) => `${program}/${name}`)
        : program,
    );
    const layers = folders.filter((name) => name !== 'console/public');
    expect(layers.sort()).toEqual(Object.keys(LAYERS).toSorted());
  });

  it.each(Object.entries(AREAS))('names every folder of src/%s as an area', (layer, areas) => {
    expect(foldersOf(`src/${layer}`).sort()).toEqual(areas.toSorted());
  });

  it('names only existing files as roots', () => {
    const files = readdirSync(join(ROOT, 'src/worker')).map((name) => `worker/${name}`);
    expect(files).toEqual(expect.arrayContaining([...ROOTS]));
  });
});

it('bindings and vars are read only in deps.ts, also in Durable Objects', () => {
  const files = globSync('src/worker/**/*.ts', { cwd: ROOT, exclude: ['**/*.d.ts'] });
  const readers = files.filter((file) =>
    /\benv\.[A-Z]|\.\.\.env\b/u.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(readers).toEqual(['src/worker/deps.ts']);
});

/** Lists the files whose imports the linter refuses. */
async function lint(): Promise<Set<string>> {
  const stdout = await new Promise<string>((resolve) => {
    const program = join(ROOT, 'node_modules', '.bin', 'oxlint');
    execFile(program, ['--format=json'], { cwd: folder, maxBuffer: 2 ** 26 }, (_error, out) =>
      resolve(out),
    );
  });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { code: string; filename: string }[];
  };
  return new Set(
    diagnostics
      .filter(({ code }) => code.startsWith('house(') || code === 'import(no-cycle)')
      .map(({ filename }) => filename),
  );
}

function foldersOf(path: string): string[] {
  return readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
