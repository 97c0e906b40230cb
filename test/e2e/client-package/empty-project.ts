import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { buildClientPackage } from '../../../scripts/support/client-package.ts';
import { packPackage } from '../../../scripts/support/pack-package.ts';
import { makeOnce } from '../support/make-once.ts';

export const run = promisify(execFile);

/** Installs the client, packed once for the whole run, into an empty project. Returns the project's folder. */
export const installClient = async (): Promise<string> => {
  const tarball = await makeOnce(inject('bundleFolder'), 'client', async (folder) =>
    packPackage(await buildClientPackage(join(folder, 'package'))),
  );
  const project = mkdtempSync(join(tmpdir(), 'tintype-project-'));
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
  // It has no dependencies, so no registry is asked.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
  return project;
};
