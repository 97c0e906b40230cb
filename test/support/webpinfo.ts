import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILES_PER_RUN = 1000;
/** Tens of thousands of temporary files: in memory where the runner provides a place. */
const FOLDER = process.env['DATA_TMPDIR'] ?? tmpdir();
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Path of libwebp's own tools in the package webp-converter. */
const TOOLS = join(import.meta.dirname, '..', '..', 'node_modules', 'webp-converter', 'bin');
const FOLDERS: Readonly<Record<string, string>> = {
  'linux-x64': 'libwebp_linux',
  'darwin-x64': 'libwebp_osx',
  'darwin-arm64': 'libwebp_osx_arm64',
  'win32-x64': 'libwebp_win64',
};

const WEBPINFO = findWebpinfo();

/** Whether the reference tool webpinfo accepts each file, in order. */
export function askWebpinfo(files: readonly Uint8Array[]): boolean[] {
  const directory = mkdtempSync(join(FOLDER, 'webpinfo-'));
  try {
    const names = files.map((_, i) => `${i}.webp`);
    for (const [i, file] of files.entries()) writeFileSync(join(directory, `${i}.webp`), file);
    const accepted = new Set<string>();
    for (let at = 0; at < names.length; at += FILES_PER_RUN) {
      for (const name of judge(directory, names.slice(at, at + FILES_PER_RUN))) accepted.add(name);
    }
    return names.map((name) => accepted.has(name));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The names of the files without a fault by webpinfo, which does not even list unreadable (empty) files. */
function judge(directory: string, names: readonly string[]): string[] {
  const { error, signal, stdout } = spawnSync(WEBPINFO, names, {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (error && 'code' in error && error.code === 'ENOENT') {
    throw new Error('webpinfo is missing: install the package `webp` (apt-get install webp)');
  }
  if (error) throw error;
  if (signal !== null) throw new Error(`webpinfo ended with ${signal}`);
  const reports = stdout.split(/^File: /m).slice(1);
  return reports
    .filter((report) => report.includes('\nNo error detected.'))
    .map((report) => report.slice(0, report.indexOf('\n')));
}

/** The reference tool webpinfo from npm; on other platforms the installed one. */
function findWebpinfo(): string {
  const folder = FOLDERS[`${process.platform}-${process.arch}`];
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const path = join(TOOLS, folder ?? '', 'bin', `webpinfo${suffix}`);
  return folder !== undefined && existsSync(path) ? path : 'webpinfo';
}
