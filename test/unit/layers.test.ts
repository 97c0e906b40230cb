import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

// What each layer may import of the others.
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  codecs: ['lib'],
  db: ['lib'],
  storage: ['lib'],
  domain: ['db', 'storage', 'codecs', 'lib'],
  durable: ['domain', 'db', 'storage', 'codecs', 'lib'],
  jobs: ['domain', 'db', 'storage', 'codecs', 'lib'],
  http: ['domain', 'codecs', 'lib'],
  client: ['codecs', 'lib'],
};
const LAYERS = Object.keys(ALLOWED);

// What stays with one layer: the framework, the query builder, the runtime's own modules.
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'hono/cookie': ['http'],
  'drizzle-orm/sqlite-core': ['db', 'domain', 'durable', 'jobs'],
  'cloudflare:workers': ['durable'],
  '../../deps.ts': [],
};

interface Probe {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly allowed: boolean;
}

const probes: Probe[] = LAYERS.flatMap((from) => [
  ...LAYERS.filter((to) => to !== from).map((to) => ({
    file: `src/${from}/area/imports-${to}.ts`,
    from,
    to: `../../${to}/area/module.ts`,
    allowed: ALLOWED[from]?.includes(to) ?? false,
  })),
  ...Object.entries(PACKAGES).map(([to, layers], index) => ({
    file: `src/${from}/area/imports-package-${String(index)}.ts`,
    from,
    to,
    allowed: layers.includes(from),
  })),
]);

const lint = async (folder: string): Promise<Set<string>> => {
  const { stdout } = await new Promise<{ stdout: string }>((resolve) => {
    const program = join(ROOT, 'node_modules', '.bin', 'oxlint');
    execFile(program, ['--format=json'], { cwd: folder }, (_error, out) =>
      resolve({ stdout: out }),
    );
  });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { code: string; filename: string }[];
  };
  return new Set(
    diagnostics
      .filter(({ code }) => code.includes('no-restricted-imports'))
      .map(({ filename }) => filename),
  );
};

describe('the direction rule', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-layers-'));
  let refused: Set<string>;

  beforeAll(async () => {
    cpSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    for (const { file, to } of probes) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), `export { name } from '${to}';\n`);
    }
    refused = await lint(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(probes)('lets $from import $to: $allowed', ({ file, allowed }) => {
    expect(refused.has(file)).toBe(!allowed);
  });

  it('holds for types as well', async () => {
    const file = 'src/lib/imports-type.ts';
    writeFileSync(
      join(folder, file),
      "import type { UserRow } from '../db/users.ts';\nexport type A = UserRow;\n",
    );
    expect(await lint(folder)).toContain(file);
  });
});
