import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { inspectWebp } from '../../src/imaging/webp/walker.ts';
import { takePhotograph, writeAs } from '../unit/imaging/fixtures/sharp-images.ts';
import { signIn } from './support/sign-in.ts';
import { useSharedServer } from './support/use-shared-server.ts';

const PACKAGES = ['picgo@3.1.0', 'picgo-plugin-web-uploader@1.1.1'];
const INSTALL_MS = 120_000;
const TIMEOUT_MS = 240_000;

const execute = promisify(execFile);
const server = useSharedServer();
const folder = mkdtempSync(join(tmpdir(), 'tintype-picgo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** False without a registry: the package with its 50 MB is no dependency of this project. */
const install = async (): Promise<boolean> => {
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES];
  return execute('npm', args, { cwd: folder, timeout: INSTALL_MS }).then(
    () => true,
    () => false,
  );
};

const makeKey = async (): Promise<string> => {
  const response = await fetch(`${server.baseUrl}/api/v1/user/keys`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await signIn(server)}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ label: 'PicGo', scopes: ['upload'], visibility: 'public' }),
  });
  const { data } = (await response.json()) as { data: { key: string } };
  return data.key;
};

it(
  'PicGo itself uploads a file by its web uploader, and prints a link that shows the image',
  async (context) => {
    if (!(await install())) context.skip('npm cannot install PicGo here');
    const picBed = {
      uploader: 'web-uploader',
      current: 'web-uploader',
      'web-uploader': {
        url: `${server.baseUrl}/api/v1/upload`,
        paramName: 'file',
        jsonPath: 'data.url',
        customHeader: JSON.stringify({ Authorization: `Bearer ${await makeKey()}` }),
        customBody: JSON.stringify({ visibility: 'public' }),
      },
    };
    const config = join(folder, 'config.json');
    const picgoPlugins = { 'picgo-plugin-web-uploader': true };
    await writeFile(config, JSON.stringify({ picBed, picgoPlugins }));
    const photo = join(folder, 'harbour.jpg');
    await writeFile(
      photo,
      await writeAs(takePhotograph({ width: 640, height: 480 }), 'image/jpeg'),
    );
    const picgo = join(folder, 'node_modules', '.bin', 'picgo');
    const { stdout } = await execute(picgo, ['-c', config, 'upload', photo], { cwd: folder });
    const [link] = /http:\/\/\S+\/i\/\w{12}\.webp/u.exec(stdout) ?? [];
    expect(link, stdout).toBeDefined();
    const shown = await fetch(link ?? '');
    expect(inspectWebp(new Uint8Array(await shown.arrayBuffer()))).toMatchObject({
      ok: true,
      value: { width: 640, height: 480 },
    });
  },
  TIMEOUT_MS,
);
