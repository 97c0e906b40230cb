import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'tintype-test-'));

const admin = (...args: string[]) => runCommand('admin', [...args, '--persist-to', folder]);

beforeAll(async () => {
  expect(await runCommand('migrate', ['--persist-to', folder])).toMatchObject({ exitCode: 0 });
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('on a folder without a database', () => {
  it.each([
    ['admin', ['grant', 'ada']],
    ['admin', ['set', 'watermark_text', 'mine']],
    ['admin', ['retry', '1']],
    ['fsck', []],
  ])('npm run %s %j says in a sentence what to run', async (command, args) => {
    const empty = mkdtempSync(join(tmpdir(), 'tintype-test-'));
    const { exitCode, output } = await runCommand(command, [...args, '--persist-to', empty]);
    rmSync(empty, { recursive: true });
    expect(exitCode).toBe(1);
    expect(output).toMatch(/^The local database in \S+ lacks \d+ migrations\.[^\n]+\n$/u);
    expect(output).toContain(`npm run migrate -- --persist-to ${empty}`);
  });
});

describe('npm run admin', () => {
  it('stores a setting, quotes and semicolons included', async () => {
    const { exitCode, output } = await admin('set', 'watermark_text', "It's; mine");
    expect([exitCode, output]).toEqual([0, expect.stringContaining('watermark_text is set.')]);
  });

  it('stores the content of a file, and refuses one that is no image', async () => {
    const picture = join(import.meta.dirname, '..', 'fixtures', 'webp', 'lossless-alpha.webp');
    expect(await admin('set', 'watermark_image', `@${picture}`)).toMatchObject({ exitCode: 0 });
    const text = join(folder, 'note.txt');
    writeFileSync(text, 'no image');
    const { exitCode, output } = await admin('set', 'watermark_image', `@${text}`);
    expect([exitCode, output]).toEqual([1, expect.stringContaining('must be a PNG or still WebP')]);
  });

  it.each([
    ['a key that only the service may change', ['set', 'storage_path', 'x'], 'is no key that can'],
    ['an image that has no publication', ['retry', '17'], 'There is no publication of that image'],
    ['a user that does not exist', ['grant', 'nobody'], 'There is no user named nobody'],
    ['a command that does not exist', ['promote', 'nobody'], 'Usage:'],
  ])('refuses %s in a sentence', async (_name, args, sentence) => {
    const { exitCode, output } = await admin(...args);
    expect([exitCode, output]).toEqual([1, expect.stringContaining(sentence)]);
  });
});
