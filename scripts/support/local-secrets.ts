import { appendFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { KeyRing, newRingSecret } from '../../src/worker/lib/key-ring.ts';
import { ScriptError } from './fail.ts';

const FILE_NAME = '.dev.vars';
const OWNER_ONLY = 0o600;

/**
 * Keeps a key ring in `.dev.vars`, readable by its owner only.
 * @returns whether a secret was created. @throws {ScriptError} when the file has an invalid key ring.
 */
export function ensureLocalSecrets(folder: string): boolean {
  const path = join(folder, FILE_NAME);
  const existed = existsSync(path);
  if (!existed) createOnce(path, writeKeyRing());
  const text = readFileSync(path, 'utf8');
  const ring = readLocalSecrets(folder)['KEY_RING'];
  if (ring === undefined) {
    appendFileSync(path, `${text === '' || text.endsWith('\n') ? '' : '\n'}${writeKeyRing()}`);
    return true;
  }
  try {
    KeyRing.parse(ring);
  } catch (error) {
    throw new ScriptError(`${FILE_NAME} cannot be used. ${(error as Error).message}.`);
  }
  return !existed;
}

/** Empty without the file. */
export function findLocalSecrets(folder: string): Readonly<Record<string, string>> {
  return existsSync(join(folder, FILE_NAME)) ? readLocalSecrets(folder) : {};
}

/** As wrangler does: Node's own parser differs in white space, colons and quotes. */
export function readLocalSecrets(folder: string): Readonly<Record<string, string>> {
  return parse(readFileSync(join(folder, FILE_NAME), 'utf8'));
}

/** Whole or not at all; keeps a file that another start has created meanwhile. */
function createOnce(path: string, text: string): void {
  const temporary = `${path}.${String(process.pid)}`;
  writeFileSync(temporary, text, { mode: OWNER_ONLY });
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
}

function writeKeyRing(): string {
  return `KEY_RING="k1:${newRingSecret()}"\n`;
}
