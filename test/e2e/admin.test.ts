import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeAccountLimits } from '../../scripts/admin/change-account-limits.ts';
import { administratorTerms, printInvitation } from '../../scripts/admin/invite.ts';
import { printResetLink } from '../../scripts/admin/reset-password.ts';
import { restartPublication } from '../../scripts/admin/restart-publication.ts';
import { setRole } from '../../scripts/admin/set-role.ts';
import { setSetting } from '../../scripts/admin/set-setting.ts';
import type { DatabaseTarget } from '../../scripts/support/database-target.ts';
import { openBindings } from '../../scripts/support/bindings.ts';
import * as databases from '../../scripts/support/database.ts';
import { ScriptError } from '../../scripts/support/fail.ts';
import type { StorageBindings } from '../../scripts/support/storage-runtime.ts';
import { systemClock } from '../../src/shared/clock.ts';
import { openDatabases } from '../../src/worker/db/open-databases.ts';
import { closeRegistration } from '../../src/worker/domain/settings/close-registration.ts';
import { insertPerson, openDatabase } from './support/insert-person.ts';
import { runCommand } from './support/server.ts';
import { migrateLocally } from './support/upgrade/open-migrated-state.ts';

/** Longer than the command takes to start. */
const WRITING_MS = 4000;

const folder = mkdtempSync(join(tmpdir(), 'tintype-test-'));

const target = { remote: false, persistTo: folder };

const readTable = (select: string): unknown[] => {
  const database = openDatabase(target);
  const rows = database.prepare(select).all();
  database.close();
  return rows.map((row) => ({ ...row }));
};

/** As a service of another process does. */
const setRegistration = (value: string): void => {
  const database = openDatabase(target);
  database
    .prepare(
      `INSERT INTO settings (config_key, config_value, updated_at) VALUES ('registration', ?, 0)
        ON CONFLICT DO UPDATE SET config_value = excluded.config_value`,
    )
    .run(value);
  database.close();
};

const admin = (...args: string[]) => runCommand('admin', [...args, '--persist-to', folder]);

const { openMigrated } = databases;
let opened: StorageBindings;

beforeAll(async () => {
  expect(await runCommand('migrate', ['--persist-to', folder])).toMatchObject({ exitCode: 0 });
  opened = await openMigrated(target);
});

// Each call would otherwise start a runtime.
beforeEach(() => {
  const shared = { ...opened, [Symbol.asyncDispose]: async () => undefined };
  vi.spyOn(databases, 'openMigrated').mockImplementation(async (wanted) =>
    wanted.persistTo === folder ? shared : openMigrated(wanted),
  );
});

afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

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

  it('prints a link for each invitation, by which the page of its site registers', async () => {
    const made = await admin('invite', '--uses', 'unlimited', '--quota', '5000', '--label', 'Ada');
    expect(made).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(
        /^http:\/\/localhost:\d+\/register#invitation=tinvite_[0-9A-Za-z]{49}\n$/u,
      ),
    });
    const print = vi.spyOn(console, 'log');
    await printInvitation(target, { url: 'https://img.example.org/' });
    const link = /^https:\/\/img\.example\.org\/register#invitation=tinvite_\w+$/u;
    expect(print.mock.calls).toEqual([[expect.stringMatching(link)]]);
  });

  it('says that an invitation makes no account while registration is closed', async () => {
    const warn = vi.spyOn(console, 'error');
    setRegistration('closed');
    await printInvitation(target, { role: 'admin' });
    expect(warn).not.toHaveBeenCalled();
    await printInvitation(target, {});
    const hint = 'Registration is closed: the link makes no account until';
    expect(warn.mock.calls).toEqual([[expect.stringContaining(hint)]]);
    setRegistration('invite');
    await printInvitation(target, {});
    expect(warn).toHaveBeenCalledOnce();
  });

  it('explains itself with --help', async () => {
    const { exitCode, output } = await admin('--help');
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/^Usage: npm run admin/u)]);
  });

  it('makes invitations for administrators that end within the hour, and others without an end', () => {
    expect(administratorTerms(0)).toEqual({
      label: '',
      role: 'admin',
      storageQuota: null,
      maxUses: 1,
      expiresAt: 3_600_000,
    });
    const rows = readTable(
      'SELECT label, role, storage_quota, max_uses, expires_at FROM invitations',
    );
    expect(rows[0]).toEqual({
      label: 'Ada',
      role: 'user',
      storage_quota: 5000,
      max_uses: null,
      expires_at: null,
    });
  });

  it.each([
    [{ role: 'owner' }, '--role must be user or admin, not owner.'],
    [{ uses: '0' }, '--uses must be a whole number from 1 to 1000000, not 0.'],
    [{ role: 'admin', hours: '25' }, '--hours must be a whole number from 1 to 24, not 25.'],
    [{ role: 'admin', uses: '2' }, '--role admin invites one person: --uses cannot be 2.'],
    [
      { role: 'admin', uses: 'unlimited' },
      '--role admin invites one person: --uses cannot be unlimited.',
    ],
    [{ quota: '1 GB' }, '--quota must be a whole number from 0 to'],
    [{ label: 'a\nb' }, '--label must be one line of at most 64 characters.'],
    [{ url: 'img.example.org' }, 'img.example.org is not the address of a site'],
  ])('refuses the invitation %j in one sentence', async (options, message) => {
    await expect(printInvitation(target, options)).rejects.toThrow(message);
  });

  it('needs the address of a deployment for its links', async () => {
    const remote = { remote: true, persistTo: undefined };
    await expect(printInvitation(remote, {})).rejects.toThrow('add --url https://');
  });

  it('prints a link to set a password, for administrators as well', async () => {
    insertPerson(target, { username: 'boss', role: 'admin' });
    const printed = await admin('reset', 'Boss', '--url', 'https://img.example.org/');
    expect(printed).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(
        /^https:\/\/img\.example\.org\/reset-password#token=treset_\w+\nHand it to boss: /u,
      ),
    });
    const select =
      'SELECT username FROM password_resets INNER JOIN users ON users.id = password_resets.user_id';
    expect(readTable(select)).toEqual([{ username: 'boss' }]);
    await expect(printResetLink(target, 'nobody', {})).rejects.toThrow('no user named nobody');
  });

  it('changes the limits of an account, and back to those of any account', async () => {
    insertPerson(target, { username: 'keen' });
    const select = "SELECT storage_quota, image_limit FROM users WHERE username = 'keen'";
    await changeAccountLimits(target, 'keen', { quota: '5000', images: '7' });
    expect(readTable(select)).toEqual([{ storage_quota: 5000, image_limit: 7 }]);
    await changeAccountLimits(target, 'keen', { images: 'default' });
    expect(readTable(select)).toEqual([{ storage_quota: 5000, image_limit: null }]);
    await expect(changeAccountLimits(target, 'keen', {})).rejects.toThrow('limits needs --quota');
    const unknown = changeAccountLimits(target, 'nobody', { images: '1' });
    await expect(unknown).rejects.toThrow('There is no user named nobody.');
  });

  it('closes the registration of a new site once, and of no site in use', async () => {
    const close = (DB: D1Database) =>
      closeRegistration({ ...openDatabases(DB), clock: systemClock });
    insertPerson(target, { username: 'resident' });
    expect(await close(opened.DB)).toBe(false);
    const fresh = { remote: false, persistTo: mkdtempSync(join(tmpdir(), 'tintype-test-')) };
    await using bindings = await openBindings(fresh);
    await migrateLocally(bindings);
    expect(await close(bindings.DB)).toBe(true);
    await setSetting(fresh, 'registration', 'invite');
    expect(await close(bindings.DB)).toBe(false);
    const database = openDatabase(fresh);
    const select = "SELECT config_value FROM settings WHERE config_key = 'registration'";
    expect(database.prepare(select).get()).toEqual({ config_value: 'invite' });
    database.close();
    rmSync(fresh.persistTo, { recursive: true });
  });

  it('refuses an option of another command', async () => {
    const { exitCode, output } = await admin('list', '--quota', '1');
    expect([exitCode, output]).toEqual([1, expect.stringContaining('list takes no --quota.')]);
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
