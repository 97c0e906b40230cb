import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { ROOT } from './wrangler.ts';

/** What the console is made of; a change of any of it makes it anew. */
const SOURCES = [
  'src/{console,client,codecs,lib}/**/*',
  'package-lock.json',
  'scripts/support/console-build.ts',
];

const OUTPUT = join(ROOT, 'dist', 'console');
const STAMP = join(ROOT, 'dist', 'console.sha256');

/** Builds the console into dist/console, where wrangler.toml looks for it, unless that is up to date. */
export async function buildConsole(): Promise<void> {
  const stamp = hashSources();
  if (existsSync(OUTPUT) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return;
  const { build } = await import('vite');
  const made = `${OUTPUT}-${String(process.pid)}`;
  try {
    await build(configureConsole(made));
    replace(OUTPUT, made);
    writeFileSync(STAMP, stamp);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** How the console is built into a folder. */
export function configureConsole(outDir: string): InlineConfig {
  return {
    configFile: false,
    root: join(ROOT, 'src', 'console'),
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      emptyOutDir: true,
      target: ['chrome120', 'firefox121', 'safari17.4'],
      // A file in the text of another would need a looser Content-Security-Policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
    worker: { format: 'es' },
  };
}

/** A server that starts beside this finds what was there or what is new, and nothing in between but for an instant. */
function replace(folder: string, made: string): void {
  const old = `${made}-old`;
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(made, folder);
  rmSync(old, { recursive: true, force: true });
}

function hashSources(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
