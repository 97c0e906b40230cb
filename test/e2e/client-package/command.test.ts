import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeCodecs } from '../../../src/client/node/node-codecs.ts';
import { drawSource } from '../../support/draw.ts';
import { mistype } from '../../support/mistype.ts';
import { findProgram } from '../support/find-program.ts';
import { makeKey } from '../support/make-key.ts';
import { useSharedServer } from '../support/use-shared-server.ts';
import { installClient } from './empty-project.ts';

const TIMEOUT_MS = 240_000;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const server = useSharedServer();
const home = mkdtempSync(join(tmpdir(), 'tintype-home-'));
let project: string;
let key: string;

/** Runs the installed command with the machine's Node, if there is one, as its first line says. */
const tintype = async (
  args: readonly string[],
  { input = '', env = {} }: { readonly input?: string; readonly env?: Record<string, string> } = {},
): Promise<Ended> => {
  const node = dirname(findProgram('node') ?? process.execPath);
  const child = spawn(join(project, 'node_modules', '.bin', 'tintype'), args, {
    cwd: project,
    env: {
      PATH: `${node}${delimiter}${process.env['PATH'] ?? ''}`,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_STATE_HOME: join(home, 'state'),
      ...env,
    },
  });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
};

const linesOf = ({ stdout }: Ended): string[] => stdout.split('\n').slice(0, -1);

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

beforeAll(async () => {
  [project, key] = await Promise.all([installClient(), makeKey(server)]);
  const codecs = createNodeCodecs();
  for (const [seed, name] of ['one.webp', 'two.webp', 'three.webp'].entries()) {
    const picture = await drawSource(codecs, seed + 41, { width: 300, height: 200 });
    writeFileSync(join(project, name), picture);
  }
  writeFileSync(join(project, 'broken.png'), 'no picture');
}, TIMEOUT_MS);

afterAll(() => {
  for (const folder of [project, home]) rmSync(folder, { recursive: true });
});

// The tests share the saved key.
describe('the packed command', { timeout: TIMEOUT_MS, shuffle: false }, () => {
  it('needs a server and a right use first, and says how it is used', async () => {
    expect(await tintype(['ls'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('tintype login URL') as unknown,
    });
    for (const args of [['up'], ['put'], ['ls', '--lim'], ['rm', 'x'], ['login', 'ftp://a']]) {
      expect([args, (await tintype(args)).code]).toEqual([args, 2]);
    }
    expect(await tintype(['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Usage: tintype') as unknown,
    });
  });

  it('saves a key from its input, readable for the owner alone, and refuses a wrong one', async () => {
    const file = join(home, 'config', 'tintype', 'config.json');
    const wrong = await tintype(['login', server.baseUrl], { input: `${mistype(key, -1)}\n` });
    expect(wrong).toMatchObject({ code: 1, stderr: 'The server does not accept the key\n' });
    expect(() => statSync(file)).toThrow('ENOENT');
    const right = await tintype(['login', `${server.baseUrl}/`], { input: `${key}\n` });
    expect(right).toMatchObject({ code: 0, stdout: '' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      url: server.baseUrl,
      key,
      visibility: 'public',
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('prints a URL a line in the order of the files, and fails if one file failed', async () => {
    const uploaded = await tintype(['up', 'one.webp', 'broken.png', 'two.webp']);
    expect(uploaded.code).toBe(1);
    expect(uploaded.stderr).toMatch(/^broken\.png: .+\n$/u);
    const urls = linesOf(uploaded);
    expect(urls).toHaveLength(2);
    expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200]);
    const listed = linesOf(await tintype(['ls'])).map((line) => line.split('\t'));
    expect(new Set(listed.map(([, url]) => url))).toEqual(new Set(urls));
    const [, , visibility, , name] = listed.find(([, url]) => url === urls[0]) ?? [];
    expect([visibility, name]).toEqual(['public', 'one']);
    expect(linesOf(await tintype(['ls', '--search', 'two', '--limit', '1']))).toHaveLength(1);
  });

  it('uploads private images on request, and with a key of the environment', async () => {
    const env = { TINTYPE_URL: server.baseUrl, TINTYPE_KEY: key, XDG_CONFIG_HOME: '/nowhere' };
    const uploaded = await tintype(['up', '--private', 'three.webp'], { env });
    expect([uploaded.code, uploaded.stderr]).toEqual([0, '']);
    expect(await statusOf(linesOf(uploaded)[0] ?? '')).toBe(403);
    const other = await makeKey(server, ['read']);
    const refused = await tintype(['up', 'three.webp'], { env: { ...env, TINTYPE_KEY: other } });
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('The key has no right to do this') as unknown,
    });
  });

  it('deletes images by URL and by id, and names those that are missing', async () => {
    const listed = linesOf(await tintype(['ls'])).map((line) => line.split('\t'));
    const [[first = ''] = [], ...others] = listed;
    const urls = others.map(([, url = '']) => url);
    const missing = `${server.baseUrl}/i/000000000000.webp`;
    const removed = await tintype(['rm', first, ...urls, missing]);
    expect(removed).toEqual({
      code: 1,
      stdout: '',
      stderr: `${missing}: There is no such image\n`,
    });
    expect(linesOf(await tintype(['ls']))).toEqual([]);
    expect(urls.length).toBeGreaterThan(0);
    for (const url of urls) expect(await statusOf(url)).toBe(404);
  });
});
