import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AppAccess,
  SettingsFile,
} from '../../../../../../src/console/features/account/apps/app-access.ts';
import { APP_GROUPS, type App } from '../../../../../../src/console/features/account/apps/apps.ts';
import {
  FIELD_EMULATORS,
  FILE_EMULATORS,
  runScript,
} from '../../../../../support/app-emulators.ts';
import { startFakeUpload } from './fake-upload.ts';

const KEY = 'tint_1C_0123456789abcdefghijABCDEFGHIJ01AbCdEf';
/** Characters that curl, sh and forms treat as their own. */
const HARD_NAME = String.raw`a, "b";c=$d \e'.png`;

const APPS = Object.assign({}, ...Object.values(APP_GROUPS)) as Readonly<Record<string, App>>;

let server: Awaited<ReturnType<typeof startFakeUpload>>;
let folder: string;

beforeAll(async () => {
  server = await startFakeUpload(KEY);
  folder = mkdtempSync(join(tmpdir(), 'tintype-apps-'));
  for (const name of ['one.png', 'two.png', HARD_NAME, 'photo.jpg']) {
    writeFileSync(join(folder, name), name.slice(0, 3));
  }
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const accessOf = (more: Partial<AppAccess> = {}): AppAccess => ({
  baseUrl: server.url,
  key: KEY,
  visibility: 'private',
  ...more,
});

const settingsOf = (id: string, access = accessOf()): SettingsFile => {
  const app = APPS[id];
  if (app === undefined || !('write' in app)) throw new RangeError(`${id} has no file`);
  return app.write(access);
};

const fieldsOf = (id: string, access = accessOf()) => {
  const app = APPS[id];
  if (app === undefined || !('list' in app)) throw new RangeError(`${id} has no fields`);
  return app.list(access);
};

const lastReceived = () => server.received.at(-1);

const picture = new File(['two'], 'two.png', { type: 'image/png' });
const URL_OF_TWO = 'http://images.test/i/two.webp';

const hasRequests = (() => {
  try {
    execFileSync('python3', ['-c', 'import requests'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe('the settings of an app', () => {
  it.each(Object.keys(FILE_EMULATORS) as (keyof typeof FILE_EMULATORS)[])(
    'in a file for %s upload with the key and the visibility, and find the URL',
    async (id) => {
      const url = await FILE_EMULATORS[id](settingsOf(id), picture);
      expect(url).toBe(URL_OF_TWO);
      expect(lastReceived()).toMatchObject({ bytes: 'two', fields: { visibility: 'private' } });
      await FILE_EMULATORS[id](settingsOf(id, accessOf({ visibility: null })), picture);
      expect(lastReceived()?.fields).toEqual({});
    },
  );

  it.each(Object.keys(FIELD_EMULATORS) as (keyof typeof FIELD_EMULATORS)[])(
    'typed into %s upload with the key and the visibility, and find the URL',
    async (id) => {
      expect(await FIELD_EMULATORS[id](fieldsOf(id), picture)).toBe(URL_OF_TWO);
      expect(lastReceived()).toMatchObject({ bytes: 'two', fields: { visibility: 'private' } });
      await FIELD_EMULATORS[id](fieldsOf(id, accessOf({ visibility: null })), picture);
      expect(lastReceived()?.fields).toEqual({});
    },
  );

  it('for ShareX show the message of a refusal', async () => {
    const wrong = accessOf({ key: 'tint_wrong' });
    for (const id of ['sharex', 'xshare'] as const) {
      const upload = FILE_EMULATORS[id](settingsOf(id, wrong), picture);
      await expect(upload).rejects.toThrow('Sign in first');
    }
  });

  it('with the key in a URL are only for keys that can do nothing but upload', () => {
    const inUrl = Object.values(APPS).filter((app) => {
      const texts =
        'write' in app
          ? [app.write(accessOf()).text]
          : app.list(accessOf()).map(([, text]) => text);
      return texts.some((text) => new RegExp(`https?://\\S*${KEY}`, 'u').test(text));
    });
    expect(inUrl.map(({ name }) => name)).toEqual(['Obsidian']);
    expect(Object.values(APPS).filter(({ isUploadOnly }) => isUploadOnly)).toEqual(inUrl);
  });
});

describe('the script', () => {
  const names = ['one.png', HARD_NAME];
  const urls = 'http://images.test/i/one.webp\nhttp://images.test/i/a, .webp\n';

  it('for Typora uploads files of any name, and prints a URL a line', async () => {
    const script = settingsOf('typora');
    const sent = server.received.length;
    expect(await runScript(script, folder, 'sh', names)).toBe(urls);
    expect(server.received.slice(sent).map(({ filename }) => filename)).toEqual(names);
    expect(lastReceived()?.fields).toEqual({ visibility: 'private' });
    const wrong = settingsOf('typora', accessOf({ key: 'tint_wrong' }));
    await expect(runScript(wrong, folder, 'sh', ['one.png', 'two.png'])).rejects.toThrow('401');
  });

  it('for Windows has the same command in the syntax of cmd', async () => {
    const { text } = settingsOf('greenshot');
    expect(text.split('\r\n').join('')).not.toMatch(/[\r\n]/u);
    const command = text.split('\r\n').find((line) => line.startsWith('curl.exe')) ?? '';
    const inShell = command
      .replace('curl.exe', 'curl')
      .replace('%~1', 'two.png')
      .replace('exit /b', 'exit');
    const script = { name: 'windows.sh', mimeType: 'text/plain', text: inShell };
    expect(await runScript(script, folder, 'sh')).toBe(`${URL_OF_TWO}\n`);
    expect(lastReceived()).toMatchObject({
      filename: 'two.png',
      fields: { visibility: 'private' },
    });
  });

  it.each([
    ['flameshot', '[ "$1" = gui ] && printf sho'],
    ['spectacle', 'while [ "$1" != -o ]; do shift; done; printf sho >"$2"'],
  ])('for screenshots uploads what %s takes, and copies its URL', async (tool, take) => {
    const bin = mkdtempSync(join(tmpdir(), 'tintype-shot-'));
    const program = (name: string, text: string): void => {
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(bin, name), 0o755);
    };
    program(tool, take);
    program('wl-copy', `cat >${bin}/copied`);
    program('xclip', `cat >${bin}/copied`);
    const url = 'http://images.test/i/sho.webp';
    expect(await runScript(settingsOf('flameshot'), bin, 'sh')).toBe(`${url}\n`);
    expect(readFileSync(join(bin, 'copied'), 'utf8')).toBe(url);
    expect(lastReceived()?.fields).toEqual({ visibility: 'private' });
    program(tool, 'exit 0');
    const sent = server.received.length;
    expect(await runScript(settingsOf('flameshot'), bin, 'sh')).toBe('');
    expect(server.received).toHaveLength(sent);
    rmSync(bin, { recursive: true });
  });

  it('for the package’s command makes its uploads as private as the key’s', () => {
    const login = (visibility: AppAccess['visibility']) =>
      settingsOf('command', accessOf({ visibility })).text.split('\n')[0];
    const line = `echo ${KEY} | tintype login ${server.url}`;
    expect(['public', 'private', null].map((of) => login(of as AppAccess['visibility']))).toEqual([
      line,
      `${line} --private`,
      `${line} --private`,
    ]);
  });

  it('for curl uploads photo.jpg', async () => {
    expect(await runScript(settingsOf('curl'), folder, 'sh')).toBe(
      'http://images.test/i/pho.webp\n',
    );
    expect(lastReceived()?.fields).toEqual({ visibility: 'private' });
  });

  it('for Node uploads files of any name, and throws the message of a refusal', async () => {
    expect(await runScript(settingsOf('javascript'), folder, process.execPath, names)).toBe(urls);
    expect(lastReceived()).toMatchObject({
      filename: HARD_NAME,
      fields: { visibility: 'private' },
    });
    const wrong = settingsOf('javascript', accessOf({ key: 'tint_wrong' }));
    const refused = runScript(wrong, folder, process.execPath, ['one.png']);
    await expect(refused).rejects.toThrow('Sign in first');
  });

  it.skipIf(!hasRequests)('for Python uploads files of any name', async () => {
    expect(await runScript(settingsOf('python'), folder, 'python3', names)).toBe(urls);
    expect(lastReceived()?.fields).toEqual({ visibility: 'private' });
    const wrong = settingsOf('python', accessOf({ key: 'tint_wrong' }));
    await expect(runScript(wrong, folder, 'python3', ['one.png'])).rejects.toThrow('401');
  });
});
