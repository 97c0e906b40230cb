import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeCodecs } from '../../src/client/node/node-codecs.ts';
import { inspectWebp } from '../../src/imaging/webp/walker.ts';
import { drawSource } from '../support/draw.ts';
import { askWebpinfo } from '../support/webpinfo.ts';
import { startOwnServer } from './console/support/own-server.ts';
import { findInconsistencies } from './support/find-inconsistencies.ts';
import { runCommand } from './support/server.ts';

// Debian's lomiri-wallpapers-20.04; without it, drawn images of the same sizes.
const FOLDER = '/usr/share/backgrounds';
const PHOTOGRAPHS = [
  { file: 'Fossa_by_Jasper_Roks.jpg', source: [4096, 2304], published: [2048, 1152] },
  {
    file: 'Painting-Colors_by__herobrine7gamer.jpg',
    source: [6000, 4000],
    published: [2048, 1365],
  },
] as const;

const findOrDraw = async (folder: string): Promise<string[]> => {
  const installed = PHOTOGRAPHS.map(({ file }) => join(FOLDER, file));
  if (installed.every((file) => existsSync(file))) return installed;
  const codecs = createNodeCodecs();
  const drawn: string[] = [];
  for (const [index, { source }] of PHOTOGRAPHS.entries()) {
    const [width, height] = source;
    const path = join(folder, `drawn-${index}.webp`);
    await writeFile(path, await drawSource(codecs, index + 1, { width, height }));
    drawn.push(path);
  }
  return drawn;
};

const ACCOUNT = ['--username', 'photographer'];
const ENV = { TINTYPE_PASSWORD: 'correct horse' };

const sizeOf = (webp: Uint8Array): readonly number[] => {
  const inspected = inspectWebp(webp);
  return inspected.ok ? [inspected.value.width, inspected.value.height] : [];
};

const signIn = async (baseUrl: string): Promise<string> => {
  const response = await fetch(`${baseUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'photographer', password: ENV.TINTYPE_PASSWORD }),
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return cookies.join('; ');
};

describe('npm run upload with photographs', () => {
  /** Its own: other tests leave faults in the shared one. */
  let server: Awaited<ReturnType<typeof startOwnServer>>;
  const folder = mkdtempSync(join(tmpdir(), 'tintype-photographs-'));
  let links: string[];
  beforeAll(async () => {
    server = await startOwnServer();
    const files = await findOrDraw(folder);
    const args = [
      '--url',
      server.baseUrl,
      ...ACCOUNT,
      '--register',
      'photographer@example.org',
      ...files,
    ];
    const { exitCode, output } = await runCommand('upload', args, {
      ...ENV,
      XDG_STATE_HOME: folder,
    });
    expect(exitCode, output).toBe(0);
    links = files.map((file) => output.split(`${file}  `).at(-1)?.split('\n')[0] ?? '');
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('prints links that anyone can open, each a WebP of the right size', async () => {
    for (const [index, { published }] of PHOTOGRAPHS.entries()) {
      const response = await fetch(links[index] ?? '');
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('image/webp');
      expect(sizeOf(await response.bytes())).toEqual(published);
    }
  });

  it('stores only variants that webpinfo accepts, each of the right size', async () => {
    const Cookie = await signIn(server.baseUrl);
    const stored: Uint8Array[] = [];
    for (const [index, { source, published }] of PHOTOGRAPHS.entries()) {
      const sizes = { master: source, gallery: [400, 400], admin: [120, 160], publish: published };
      for (const [variant, size] of Object.entries(sizes)) {
        const url = (links[index] ?? '').replace('.webp', `/${variant}.webp`);
        const response = await fetch(url, { headers: { Cookie } });
        const webp = await response.bytes();
        expect(sizeOf(webp), url).toEqual(size);
        stored.push(webp);
      }
    }
    expect(askWebpinfo(stored)).toEqual(stored.map(() => true));
  });

  it('leaves no inconsistencies', async () => {
    expect(await findInconsistencies(server.persistTo)).toEqual([]);
  });
});
