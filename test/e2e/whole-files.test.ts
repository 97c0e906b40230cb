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

const TIMEOUT_MS = 120_000;

const execute = promisify(execFile);
const server = useSharedServer();
const folder = mkdtempSync(join(tmpdir(), 'tintype-whole-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(
  'curl uploads a photograph of 24 megapixels, and prints a link that shows it',
  async () => {
    const photo = join(folder, 'harbour.jpg');
    await writeFile(
      photo,
      await writeAs(takePhotograph({ width: 6000, height: 4000 }), 'image/jpeg'),
    );
    const { stdout } = await execute('curl', [
      '-fsS',
      '-H',
      `Authorization: Bearer ${await signIn(server)}`,
      '-F',
      `anything=@${photo}`,
      '-F',
      'visibility=public',
      `${server.baseUrl}/api/v1/upload?format=text`,
    ]);
    expect(stdout).toMatch(/^http:\/\/\S+\/i\/\w{12}\.webp\n$/u);
    const shown = await fetch(stdout.trim());
    expect(inspectWebp(new Uint8Array(await shown.arrayBuffer()))).toMatchObject({
      ok: true,
      value: { width: 2048, height: 1365 },
    });
  },
  TIMEOUT_MS,
);

it('the deletion link asks, and deletes when its form is sent', async () => {
  const response = await fetch(`${server.baseUrl}/api/v1/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await signIn(server)}`, 'Content-Type': 'image/png' },
    body: await writeAs(takePhotograph({ width: 300, height: 200 }), 'image/png'),
  });
  const { data } = (await response.json()) as { data: { delete_url: string } };
  const page = await fetch(data.delete_url);
  expect(page.headers.get('Content-Type')).toContain('text/html');
  expect(await page.text()).toContain('<form method="post">');
  expect((await fetch(data.delete_url, { method: 'POST' })).status).toBe(200);
  expect((await fetch(data.delete_url)).status).toBe(404);
});
