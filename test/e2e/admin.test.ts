import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restartPublication } from '../../scripts/admin/restart-publication.ts';
import { setRole } from '../../scripts/admin/set-role.ts';
import { setSetting } from '../../scripts/admin/set-setting.ts';
import type { DatabaseTarget } from '../../scripts/support/database-target.ts';
import { ScriptError } from '../../scripts/support/fail.ts';
import { openDatabase } from './support/insert-person.ts';
import { runCommand } from './support/server.ts';

/** Longer than the command takes to start. */
const WRITING_MS = 4000;

const folder = mkdtempSync(join(tmpdir(), 'tintype-test-'));

const admin = (...args: string[]) => runCommand('admin', [...args, '--persist-to', folder]);

beforeAll(async () => {
  expect(await runCommand('migrate', ['--persist-to', folder])).toMatchObject({ exitCode: 0 });
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('in a folder without a database,', () => {
  it.each([
    ['admin', ['retry', '1'], []],
    // An empty database.
    ['fsck', [], ['v3']],
  ])(
    'npm run %s %j says in one sentence which command to run first',
    async (command, args, present) => {
      const empty = mkdtempSync(join(tmpdir(), 'tintype-test-'));
      for (const name of present) mkdirSync(join(empty, name, 'd1'), { recursive: true });
      const { exitCode, output } = await runCommand(command, [...args, '--persist-to', empty]);
      expect(readdirSync(empty)).toEqual(present);
      rmSync(empty, { recursive: true });
      expect(exitCode).toBe(1);
      expect(output).toMatch(/^The local database in \S+ lacks \d+ migrations\.[^\n]+\n$/u);
      expect(output).toContain(`npm run migrate -- --persist-to ${empty}`);
    },
  );

  it.each([
    ['a setting', (target: DatabaseTarget) => setSetting(target, 'watermark_text', 'mine')],
    ['a role', (target: DatabaseTarget) => setRole(target, 'admin', 'ada')],
  ])('%s creates none, and names the command to run first', async (_name, run) => {
    const empty = mkdtempSync(join(tmpdir(), 'tintype-test-'));
    const running = run({ remote: false, persistTo: empty });
    await expect(running).rejects.toThrow(
      /^The local database in \S+ lacks \d+ migrations\..* npm run migrate -- --persist-to \S+$/u,
    );
    await expect(running).rejects.toBeInstanceOf(ScriptError);
    expect(readdirSync(empty)).toEqual([]);
    rmSync(empty, { recursive: true });
  });
});

describe('npm run admin', () => {
  it('stores a setting, quotes and semicolons included, once the service’s write ends', async () => {
    const service = openDatabase({ persistTo: folder });
    service.exec('BEGIN IMMEDIATE');
    const running = admin('set', 'watermark_text', "It's; mine");
    setTimeout(() => service.exec('COMMIT'), WRITING_MS);
    const { exitCode, output } = await running;
    service.close();
    expect([exitCode, output]).toEqual([0, expect.stringContaining('watermark_text is set.')]);
  });

  it('stores no captcha and an image file, and refuses a provider and other files', async () => {
    const picture = join(import.meta.dirname, '..', 'fixtures', 'webp', 'lossless-alpha.webp');
    const target = { remote: false, persistTo: folder };
    await setSetting(target, 'watermark_image', `@${picture}`);
    // A broken captcha would lock out everyone who could remove it.
    await setSetting(target, 'captcha_provider', 'none');
    const provided = setSetting(target, 'captcha_provider', 'provider_a');
    await expect(provided).rejects.toThrow('can only be set to none here');
    const text = join(folder, 'note.txt');
    writeFileSync(text, 'no image');
    const stored = setSetting(target, 'watermark_image', `@${text}`);
    await expect(stored).rejects.toThrow('must be a PNG or still WebP');
  });

  it('changes a watermark only while it is off', async () => {
    const target = { remote: false, persistTo: folder };
    await setSetting(target, 'watermark_text', 'mine');
    await expect(setSetting(target, 'watermark_enabled', 'true')).rejects.toThrow(
      'watermark_enabled: a watermark that is on is only changed in /api/v1/admin/configs',
    );
    await setSetting(target, 'watermark_enabled', 'false');
  });

  it('refuses an image without a publication and an unknown user', async () => {
    const target = { remote: false, persistTo: folder };
    const restarted = restartPublication(target, '17');
    await expect(restarted).rejects.toThrow('There is no publication of that image.');
    const granted = setRole(target, 'admin', 'nobody');
    await expect(granted).rejects.toThrow('There is no user named nobody.');
  });

  it('refuses a key that only the service may change', async () => {
    const target = { remote: false, persistTo: folder };
    const refused = setSetting(target, 'storage_path', 'x');
    await expect(refused).rejects.toThrow('storage_path cannot be set here');
  });

  it('refuses an unknown command in one sentence', async () => {
    const { exitCode, output } = await admin('promote', 'nobody');
    expect([exitCode, output]).toEqual([1, expect.stringContaining('Usage:')]);
  });
});
