import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { ROOT } from './wrangler.ts';

/** What the console is made of; a change of any of it makes it anew. */
const SOURCES = [
  'src/{console,client,codecs,lib}/**/*',
  'package-lock.json',
  'scripts/support/console-build.ts',
];

/** Builds the console into dist/console, where wrangler.toml looks for it, unless that is up to date. */
export async function buildConsole(root = ROOT): Promise<void> {
  const output = join(root, 'dist', 'console');
  const stamp = join(root, 'dist', 'console.sha256');
  const sources = hashSources(root);
  if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === tag(output)) {
    return;
  }
  const { build } = await import('vite');
  const made = `${output}-${String(process.pid)}`;
  try {
    await build(configure(root, made));
    const madeTag = tag(made);
    replace(output, made);
    writeFileSync(stamp, madeTag);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }

  /** Names the folder beside what it was made of: another build may have put its own there in the meantime. */
  function tag(folder: string): string {
    return `${sources} ${String(statSync(folder).ino)}`;
  }
}

function configure(root: string, outDir: string): InlineConfig {
  return {
    configFile: false,
    root: join(root, 'src', 'console'),
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

/**
 * A server that starts beside this finds what was there or what is new, and nothing in between but for an instant. Two
 * that replace it at once take turns.
 */
function replace(folder: string, made: string): void {
  const old = `${made}-old`;
  rmSync(old, { recursive: true, force: true });
  for (;;) {
    ignoring('ENOENT', () => renameSync(folder, old));
    if (ignoring('ENOTEMPTY', () => renameSync(made, folder))) break;
    rmSync(old, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}

/** Whether something went through; one kind of failure is none. */
function ignoring(code: string, act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return false;
    throw error;
  }
}

function hashSources(root: string): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
