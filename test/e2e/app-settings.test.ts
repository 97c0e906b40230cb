import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeCodecs } from '../../src/client/node/node-codecs.ts';
import type { AppAccess } from '../../src/console/features/account/apps/app-access.ts';
import { APP_GROUPS, type App } from '../../src/console/features/account/apps/apps.ts';
import { listObsidianFields } from '../../src/console/features/account/apps/obsidian.ts';
import {
  deleteByObsidian,
  DOOR_EMULATORS,
  FIELD_EMULATORS,
  FILE_EMULATORS,
  runScript,
} from '../support/app-emulators.ts';
import { drawSource } from '../support/draw.ts';
import { makeKey } from './support/make-key.ts';
import { useSharedServer } from './support/use-shared-server.ts';

const TIMEOUT_MS = 120_000;

const APPS = Object.assign({}, ...Object.values(APP_GROUPS)) as Readonly<Record<string, App>>;

const server = useSharedServer();
const folder = mkdtempSync(join(tmpdir(), 'tintype-settings-'));
let access: AppAccess;
let picture: File;

beforeAll(async () => {
  const key = await makeKey(server, ['upload']);
  access = { baseUrl: server.baseUrl, key, visibility: 'public' };
  const bytes = await drawSource(createNodeCodecs(), 51, { width: 300, height: 200 });
  picture = new File([bytes], 'photo.webp', { type: 'image/webp' });
  for (const name of ['photo.webp', 'photo.jpg']) writeFileSync(join(folder, name), bytes);
});

afterAll(() => rmSync(folder, { recursive: true }));

const expectPicture = async (url: string): Promise<void> => {
  const answer = await fetch(url);
  expect([url, answer.status]).toEqual([url, 200]);
  expect(answer.headers.get('Content-Type')).toBe('image/webp');
};

const upload = async (id: string): Promise<string> => {
  const app = APPS[id];
  if (app === undefined) throw new RangeError(`There is no app ${id}`);
  if ('list' in app) {
    const emulate = { ...FIELD_EMULATORS, ...DOOR_EMULATORS }[id as 'obsidian'];
    return emulate(app.list(access), picture);
  }
  return FILE_EMULATORS[id as keyof typeof FILE_EMULATORS](app.write(access), picture);
};

// The same bytes are the same image, so only the first upload waits for its publication.
describe('the settings that the console writes', { timeout: TIMEOUT_MS }, () => {
  it.each([
    ...Object.keys(FILE_EMULATORS),
    ...Object.keys(FIELD_EMULATORS),
    ...Object.keys(DOOR_EMULATORS),
  ])('make %s upload to the service, and find a link that works', async (id) => {
    await expectPicture(await upload(id));
  });

  it.each([
    ['typora', 'sh', ['photo.webp']],
    ['curl', 'sh', []],
    ['javascript', process.execPath, ['photo.webp']],
  ])('run as the script of %s, and print a link that works', async (id, program, args) => {
    const app = APPS[id];
    if (app === undefined || !('write' in app)) throw new RangeError(`${id} has no script`);
    await expectPicture((await runScript(app.write(access), folder, program, args)).trim());
  });

  it('make Obsidian delete the image that it has uploaded', async () => {
    // Each key has images of its own.
    const key = await makeKey(server, ['upload']);
    const url = await deleteByObsidian(listObsidianFields({ ...access, key }), picture);
    expect((await fetch(url)).status).toBe(404);
  });

  it('show the service’s message for a key without the right to upload', async () => {
    const key = await makeKey(server, ['read']);
    const app = APPS['sharex'];
    if (app === undefined || !('write' in app)) throw new RangeError('There is no ShareX');
    const refused = FILE_EMULATORS.sharex(app.write({ ...access, key }), picture);
    await expect(refused).rejects.toThrow(/\S/u);
  });
});
