import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREAS, LAYERS, PACKAGES, ROOTS } from '../../scripts/lint/house.ts';

const ROOT = join(import.meta.dirname, '..', '..');

interface Probe {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly allowed: boolean;
}

const layers = Object.keys(LAYERS);

const layerProbes: Probe[] = Object.entries(LAYERS).flatMap(([from, others]) => [
  ...layers.map((to) => ({
    file: `src/${from}/area/imports-${to}.ts`,
    from,
    to: `../../${to}/area/module.ts`,
    allowed: to === from || others.includes(to),
  })),
  ...ROOTS.map((to) => ({
    file: `src/${from}/area/imports-root-${to}`,
    from,
    to: `../../${to}`,
    allowed: false,
  })),
  ...Object.entries(PACKAGES).flatMap(([name, owners]) =>
    [name, `${name}/part`, `${name}:part`].map((to, index) => ({
      file: `src/${from}/area/imports-package-${name}-${String(index)}.ts`,
      from,
      to,
      allowed: owners.includes(from),
    })),
  ),
]);

const areaProbes: Probe[] = AREAS.flatMap((from, rank) => [
  ...AREAS.map((to, target) => ({
    file: `src/domain/${from}/imports-${to}.ts`,
    from,
    to: `../${to}/module.ts`,
    allowed: target <= rank,
  })),
  {
    file: `src/domain/${from}/imports-shared.ts`,
    from,
    to: '../services.ts',
    allowed: true,
  },
]);

/** The ways to import; each is refused, since lib may not import http. */
const WAYS = {
  'a type': "import type { A } from '../http/a.ts';\nexport type B = A;\n",
  'a name': "import { a } from '../http/a.ts';\nexport const b = a;\n",
  everything: "export * from '../http/a.ts';\n",
  later: "export const load = () => import('../http/a.ts');\n",
};
const fileOfWay = (way: string): string => `src/lib/imports-${way.replace(' ', '-')}.ts`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tintype-layers-')));
let refused: ReadonlySet<string>;

const write = (file: string, text: string): void => {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};

/** The files of the folder whose imports the linter refuses. */
const lint = async (): Promise<Set<string>> => {
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
    diagnostics.filter(({ code }) => code.startsWith('house(')).map(({ filename }) => filename),
  );
};

beforeAll(async () => {
  for (const name of ['.oxlintrc.json', 'package.json', 'scripts/lint']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  for (const { file, to } of [...layerProbes, ...areaProbes]) {
    write(file, `export { name } from '${to}';\n`);
  }
  for (const [way, text] of Object.entries(WAYS)) write(fileOfWay(way), text);
  write('src/domain/attic/imports-links.ts', "export { name } from '../links/module.ts';\n");
  write('src/domain/names-type.ts', "export type { A } from './links/module.ts';\n");
  write('src/domain/names-value.ts', "export { name } from './links/module.ts';\n");
  write('src/attic/imports-lib.ts', "export { name } from '../lib/module.ts';\n");
  refused = await lint();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the layers', () => {
  it.each(layerProbes)('let $from import $to: $allowed', ({ file, allowed }) => {
    expect(refused.has(file)).toBe(!allowed);
  });

  it.each(Object.keys(WAYS))('hold for an import of %s', (way) => {
    expect(refused).toContain(fileOfWay(way));
  });

  it('form no circle: each may import only those before it', () => {
    for (const [index, others] of Object.values(LAYERS).entries()) {
      expect(layers.slice(0, index)).toEqual(expect.arrayContaining([...others]));
    }
  });

  it('are all the folders of src, and the linter refuses one that is none', () => {
    expect(foldersOf('src').sort()).toEqual(layers.toSorted());
    expect(refused).toContain('src/attic/imports-lib.ts');
  });
});

describe('the areas of the domain', () => {
  it.each(areaProbes)('let $from import $to: $allowed', ({ file, allowed }) => {
    expect(refused.has(file)).toBe(!allowed);
  });

  it('give the files of all areas types alone', () => {
    expect(refused).not.toContain('src/domain/names-type.ts');
    expect(refused).toContain('src/domain/names-value.ts');
  });

  it('are all the folders of src/domain, and the linter refuses one that is none', () => {
    expect(AREAS).toEqual(expect.arrayContaining(foldersOf('src/domain')));
    expect(refused).toContain('src/domain/attic/imports-links.ts');
  });
});

function foldersOf(path: string): string[] {
  return readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
