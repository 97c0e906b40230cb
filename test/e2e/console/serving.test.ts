import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { V4WorkerOptions } from 'miniflare';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../scripts/support/wrangler.ts';
import { publishImage } from '../../bench/hot-view.ts';
import { startWorker } from '../../bench/start-tintype.ts';
import { useSharedServer } from '../support/use-shared-server.ts';
import { describeConsole } from './support/console.ts';
import { takeTintype } from './support/own-server.ts';

const FOLDER = join(ROOT, 'dist', 'console', 'assets');
const FILES = readdirSync(FOLDER);
const COMPARISON_TIMEOUT_MS = 300_000;
const FIRST_LOAD_MAX_BYTES = 80 * 1024;
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  wasm: 'application/wasm',
};
const TYPED = Object.entries(TYPES).flatMap(([ending, type]) => {
  const file = FILES.find((name) => name.endsWith(`.${ending}`));
  return file === undefined ? [] : [{ file, type }];
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Requests without decoding, to see the bytes as sent. */
const ask = (url: URL, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });

describe('a file of the console', () => {
  const { baseUrl } = useSharedServer();
  const at = (path: string): URL => new URL(path, baseUrl);

  it.each(TYPED)(
    'named $file is cached for ever as $type, for same-origin pages only',
    async ({ file, type }) => {
      const { status, headers, body } = await ask(at(`/assets/${file}`));
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': type,
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(body.equals(readFileSync(join(FOLDER, file)))).toBe(true);
      const etag = String(headers['etag']);
      expect((await ask(at(`/assets/${file}`), { 'If-None-Match': etag })).status).toBe(304);
    },
  );

  it('that is a thread may load its own files alone, also in an isolated page', async () => {
    const threads = FILES.filter((name) => /-worker-.*\.js$/u.test(name));
    expect(threads.length).toBeGreaterThan(0);
    for (const file of threads) {
      const { headers } = await ask(at(`/assets/${file}`));
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/u);
    }
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent with %s to clients that accept it', async (encoding, decompress) => {
    for (const { file, type } of TYPED.filter(({ type: name }) => name.startsWith('text/'))) {
      const path = at(`/assets/${file}`);
      const { headers, body } = await ask(path, { 'Accept-Encoding': encoding });
      expect([headers['content-encoding'], headers['content-type']]).toEqual([encoding, type]);
      const whole = readFileSync(join(FOLDER, file));
      expect(body.length).toBeLessThan(whole.length);
      expect(decompress(body).equals(whole)).toBe(true);
    }
  });

  it('has its content in its name', () => {
    expect(FILES.filter((name) => !/-[\w-]{8}\.\w+(?:\.map)?$/u.test(name))).toEqual([]);
  });

  it('that is missing is not cached, and folders have no listing', async () => {
    for (const path of ['/assets/page-00000000.js', '/assets/', '/_headers']) {
      for (const accept of ['*/*', 'text/html']) {
        const { status, headers } = await ask(at(path), { Accept: accept });
        expect([path, status]).toEqual([path, 404]);
        expect(headers['cache-control']).toMatch(/^no-(?:store|cache)$/u);
      }
    }
  });
});

describeConsole('a page of the console', ({ openPage }) => {
  it('is isolated from other origins, and loads at most 80 KB of script, all its own', async () => {
    const page = await openPage('/');
    await page.getByRole('main').waitFor();
    expect(await page.evaluate('crossOriginIsolated')).toBe(true);
    const origins = `performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin)`;
    const loadedFrom = new Set(await page.evaluate<string[]>(origins));
    expect([...loadedFrom]).toEqual([new URL(page.url()).origin]);
    const sizes = `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) =>
      name.endsWith('.js') ? encodedBodySize : 0)`;
    const bytes = (await page.evaluate<number[]>(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_MAX_BYTES);
  });
});

describe('images and the API', () => {
  /** Headers that differ between answers. */
  const CHANGING = /^(?:x-request-id|date|request_id)$/u;

  const PATHS: readonly (readonly [string, Record<string, string>?, string?])[] = [
    ['LINK'],
    ['LINK', {}, 'HEAD'],
    ['LINK', { Range: 'bytes=10-19' }],
    ['LINK', { Accept: 'text/html' }],
    ['LINK', { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' }],
    ['LINK', { 'Accept-Encoding': 'br, gzip' }],
    ['LINK', {}, 'OPTIONS'],
    ['/i/nowhere.webp', { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' }],
    ['/i/'],
    ['/api/v1/public/config'],
    ['/api/v1/auth/me'],
    ['/api/v1/auth/me', { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' }],
    ['/api/v1/nowhere'],
    ['/api/v1/auth/login', { Origin: 'https://elsewhere.example' }, 'OPTIONS'],
    ['/api/v1/auth/login', { 'Content-Type': 'application/json' }, 'POST'],
    ['/api'],
    ['/health'],
  ];

  /** All answers of a Worker on a state, without varying parts. */
  const collect = async (options: V4WorkerOptions, stateFolder: string, link: string | null) => {
    await using worker = await startWorker(options, { stateFolder, isQuiet: true });
    const path = link ?? (await publishImage(worker.runtime));
    const answers = [];
    for (const [asked, headers, method = 'GET'] of PATHS) {
      const url = new URL(asked === 'LINK' ? path : asked, worker.entry);
      const { status, headers: got, body } = await ask(url, headers, method);
      const kept = Object.entries(got)
        .filter(([name]) => !CHANGING.test(name))
        // Remaining life of a public answer in seconds.
        .map(([name, value]) => [name, String(value).replace(/max-age=\d{3},/u, 'max-age=LEFT,')]);
      const text = body.toString('latin1').replaceAll(String(got['x-request-id']), '');
      answers.push({ asked, method, status, headers: Object.fromEntries(kept), text });
    }
    return { link: path, answers };
  };

  // Bundles a Worker and starts it twice, on a busy machine.
  it(
    'are identical byte for byte with and without the console’s files',
    { timeout: COMPARISON_TIMEOUT_MS },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tintype-assets-'));
      try {
        const { options: tintype, emptyState } = await takeTintype();
        const { assets: _, ...withoutAssets } = tintype;
        const state = join(folder, 'state');
        cpSync(emptyState, state, { recursive: true });
        const bare = await collect(withoutAssets, state, null);
        const ours = await collect(tintype, state, bare.link);
        expect(bare.answers.map(({ status }) => status)).toEqual(
          expect.arrayContaining([200, 206, 401, 404]),
        );
        expect(ours.answers).toEqual(bare.answers);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
