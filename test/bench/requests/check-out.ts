import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ScriptError } from '../../../scripts/support/fail.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LOCK_FILE = 'package-lock.json';

const execute = promisify(execFile);

export interface Checkout extends AsyncDisposable {
  readonly folder: string;
  /** The full commit id of the revision. */
  readonly commit: string;
}

/**
 * Checks a revision of this repository out into a temporary folder, with its packages: those of this checkout if
 * package-lock.json is the same.
 * @throws ScriptError for a revision unknown to git.
 */
export async function checkOut(revision: string): Promise<Checkout> {
  const commit = await resolveCommit(revision);
  const folder = await mkdtemp(join(tmpdir(), 'tintype-base-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    await unpack(commit, folder);
    await addPackages(folder);
  } catch (error) {
    await dispose();
    throw error;
  }
  return { folder, commit, [Symbol.asyncDispose]: dispose };
}

async function resolveCommit(revision: string): Promise<string> {
  try {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
    return (await execute('git', args, { cwd: ROOT })).stdout.trim();
  } catch (cause) {
    throw new ScriptError(`git knows no revision ${revision} here.`, { cause });
  }
}

async function unpack(commit: string, folder: string): Promise<void> {
  const archive = join(folder, 'base.tar');
  await execute('git', ['archive', '--format=tar', `--output=${archive}`, commit], { cwd: ROOT });
  await execute('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
}

async function addPackages(folder: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [ROOT, folder].map((root) => readFile(join(root, LOCK_FILE), 'utf8')),
  );
  if (ours === theirs) {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    return;
  }
  console.log('Installing the packages of the base…');
  await execute('npm', ['ci', '--loglevel=error', '--include=dev', '--ignore-scripts=false'], {
    cwd: folder,
  });
}
