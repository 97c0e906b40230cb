import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../support/is-alive.ts';
import { removeAtExit } from './remove-at-exit.ts';

/** With the id of the process. */
const FOLDER = /^tintype-deploy-(\d+)-/u;

/** Only this user can read it. It is removed at the end, or by the next deployment if this process is killed. */
export function makeSecretsFolder(): string {
  removeLeft();
  const folder = mkdtempSync(join(tmpdir(), `tintype-deploy-${String(process.pid)}-`));
  removeAtExit(folder);
  return folder;
}

function removeLeft(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = FOLDER.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another user's folder, which holds no secret of this deployment.
    }
  }
}
