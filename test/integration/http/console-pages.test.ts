import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isPagePath } from '../../../src/shared/find-page.ts';
import { PAGES } from '../../../src/shared/pages.ts';
import { InjectedFault } from '../../support/instrument.ts';
import { createTestWorker, type TestWorker } from '../../support/worker.ts';

const ADDRESSES = ['/images/17', '/account', '/account/devices', '/admin', '/admin/users'];
const PAGE_PATHS = [...Object.values(PAGES).filter((path) => !path.includes(':')), ...ADDRESSES];
const AS_BROWSER = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

const allowedHashes = ({ headers }: Response): string[] =>
  headers.get('Content-Security-Policy')?.match(/'sha256-[^']*'/gu) ?? [];

const hashScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gsu)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

describe('a page of the console', () => {
  it('serves the console at each of its paths, revalidated each time', async () => {
    const worker = createTestWorker();
    for (const path of PAGE_PATHS) {
      const response = await worker.fetch(path, AS_BROWSER);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('Cache-Control')).toBe('no-cache');
      expect(response.headers.get('ETag')).toMatch(/^(?:W\/)?"[^"]+"$/u);
      expect(response.headers.get('Set-Cookie')).toBeNull();
      expect(response.headers.get('Vary')).toContain('Cookie');
      expect(await response.text()).toContain('<div id="console">');
    }
  });

  it('preloads its files, but reveals no signed-in page to a visitor', async () => {
    const worker = createTestWorker();
    const pagesOf = async (path: string, headers: Record<string, string>): Promise<string[]> => {
      const page = await (await worker.fetch(path, { headers })).text();
      return [...page.matchAll(/modulepreload[^>]*\/assets\/([\w-]+?)-page-/gu)].map(
        ([, name = '']) => name,
      );
    };
    for (const [path, own, isOpen] of [
      ['/sign-in', 'sign-in', true],
      ['/register', 'register', true],
      ['/upload', 'upload', false],
      ['/gallery', 'gallery', false],
      ['/images/17', 'image', false],
      ['/account/sessions', 'account', false],
      ['/admin', 'administration', false],
      ['/', undefined, false],
    ] as const) {
      const known = await pagesOf(path, { Cookie: '__Host-csrf_token=x' });
      expect([path, known]).toEqual([path, own === undefined ? [] : [own]]);
      expect([path, await pagesOf(path, {})]).toEqual([path, isOpen ? known : []]);
    }
  });

  it('is found with a trailing slash, too, and keeps its query', async () => {
    const worker = createTestWorker();
    for (const path of PAGE_PATHS.filter((page) => page !== '/')) {
      const response = await worker.fetch(`${path}/?search=a%20b`, AS_BROWSER);
      expect([path, response.status]).toEqual([path, 301]);
      expect(response.headers.get('Location')).toBe(`${path}?search=a%20b`);
    }
    for (const path of ['/images/', '/gallery//', '/nowhere/']) {
      expect([path, (await worker.fetch(path, AS_BROWSER)).status]).toEqual([path, 404]);
    }
  });

  it('is not sent again to a browser that has it', async () => {
    const worker = createTestWorker();
    const etag = (await worker.fetch('/gallery')).headers.get('ETag') ?? '';
    const known = await worker.fetch('/gallery', { headers: { 'If-None-Match': etag } });
    expect(known.status).toBe(304);
    expect(await known.text()).toBe('');
    expect(known.headers.get('ETag')).toBe(etag);
    const policy = (await worker.fetch('/gallery')).headers.get('Content-Security-Policy');
    expect(policy).toContain("'sha256-");
    expect(known.headers.get('Content-Security-Policy')).toBe(policy);
    expect(known.headers.get('Vary')).toBe('Cookie');
    for (const tags of [`"other", ${etag}`, `W/${etag.replace('W/', '')}`, '*']) {
      const { status } = await worker.fetch('/gallery', { headers: { 'If-None-Match': tags } });
      expect([tags, status]).toEqual([tags, 304]);
    }
    const other = await worker.fetch('/gallery', { headers: { 'If-None-Match': '"other"' } });
    expect(other.status).toBe(200);
    const headers = { 'If-None-Match': etag, Cookie: '__Host-csrf_token=x' };
    expect((await worker.fetch('/gallery', { headers })).status).toBe(200);
  });

  it('may load only its own files, and makes no script or markup of a text', async () => {
    const { headers } = await createTestWorker().fetch('/');
    const policy = headers.get('Content-Security-Policy') ?? '';
    const directives = new Map(
      policy.split('; ').map((text) => [text.split(' ')[0], text.split(' ').slice(1)]),
    );
    expect(directives.get('default-src')).toEqual(["'none'"]);
    const [self, wasm, hash, ...more] = directives.get('script-src') ?? [];
    expect([self, wasm, more]).toEqual(["'self'", "'wasm-unsafe-eval'", []]);
    expect(hash).toMatch(/^'sha256-[\w+/]{43}='$/u);
    expect(directives.get('style-src')).toEqual(["'self'"]);
    expect(directives.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|https?:|\*/u);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
  });

  it('may run the one script of its text, on each path and in each language', async () => {
    const worker = createTestWorker();
    for (const path of [...PAGE_PATHS, '/nowhere']) {
      for (const language of ['de', 'fr']) {
        const headers = { ...AS_BROWSER.headers, 'Accept-Language': language };
        const response = await worker.fetch(path, { headers });
        const hashes = hashScripts(await response.text());
        expect([path, hashes.length]).toEqual([path, 1]);
        expect([path, allowedHashes(response)]).toEqual([path, hashes]);
      }
    }
  });

  it('may run the script of the document that is sent, whichever build that is from', async () => {
    let build = 'first';
    const assets = {
      fetch: async () => {
        const scripts = `<script>run("${build}")</script><script>more()</script>`;
        return new Response(build === 'none' ? '<p>' : scripts, {
          headers: { ETag: `"${build}"` },
        });
      },
    };
    const worker = createTestWorker({ bindings: { ASSETS: assets as unknown as Fetcher } });
    const ask = (tag: string): Promise<Response> =>
      worker.fetch('/gallery', { headers: { 'If-None-Match': `"${tag}"` } });
    const first = await ask('none');
    const [hash, ...others] = hashScripts(await first.text());
    expect(others).toHaveLength(1);
    expect(allowedHashes(first)).toEqual([hash]);
    const unchanged = await ask('first');
    expect([unchanged.status, allowedHashes(unchanged)]).toEqual([304, [hash]]);
    build = 'second';
    const changed = await ask('first');
    expect(changed.status).toBe(200);
    expect(allowedHashes(changed)).toEqual(hashScripts(await changed.text()).slice(0, 1));
    build = 'none';
    expect(allowedHashes(await ask('first'))).toEqual([]);
  });

  it.each([
    ['true', 'require-corp', 'same-origin'],
    ['false', null, null],
  ])('with CROSS_ORIGIN_ISOLATION %s has COEP %s and COOP %s', async (isolation, coep, coop) => {
    const worker = createTestWorker({ vars: { CROSS_ORIGIN_ISOLATION: isolation } });
    for (const path of ['/', '/nowhere']) {
      const { headers } = await worker.fetch(path, AS_BROWSER);
      expect(headers.get('Cross-Origin-Embedder-Policy')).toBe(coep);
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe(coop);
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    }
  });

  it('answers HEAD as GET, without a body, and no other method', async () => {
    const worker = createTestWorker();
    const [get, head] = [
      await worker.fetch('/upload'),
      await worker.fetch('/upload', { method: 'HEAD' }),
    ];
    const headersOf = (response: Response) =>
      [...response.headers].filter(([name]) => name !== 'x-request-id');
    expect(head.status).toBe(200);
    expect(headersOf(head)).toEqual(headersOf(get));
    expect(await head.text()).toBe('');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await worker.fetch('/upload', { ...AS_BROWSER, method });
      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toBe('GET, HEAD');
      expect(await response.json()).toMatchObject({ code: 3000 });
    }
  });

  it.each(['DB', 'CACHE'])(
    'is not served while the boot gate is closed because of %s',
    async (binding) => {
      const worker = createTestWorker({
        intercept: async (call, proceed) => {
          if (call.binding === binding) throw new InjectedFault('unreachable');
          return proceed();
        },
      });
      const response = await worker.fetch('/', AS_BROWSER);
      expect(response.status).toBe(503);
      expect(await response.text()).not.toContain('<div');
    },
  );
});

describe('the start page', () => {
  const ask = (worker: TestWorker, language: string, headers = {}): Promise<Response> =>
    worker.fetch('/', { headers: { 'Accept-Language': language, ...headers } });

  it.each([
    ['de-AT, en;q=0.5', 'de'],
    ['fr, zh-Hans-CN;q=0.8, en;q=0.9', 'en'],
    ['fr, ZH;q=0.8, *;q=0.1', 'zh'],
  ])('is rendered for %s in the language %s', async (accepted, language) => {
    const response = await ask(createTestWorker(), accepted);
    expect(response.headers.get('Vary')).toBe('Accept-Language, Cookie');
    expect(response.headers.get('Content-Security-Policy')).toContain('trusted-types');
    const page = await response.text();
    expect(page).toContain(`<html lang="${language}" data-drawn="${language}"`);
    expect(page).toContain('<h1>');
    const rest = page.replace(/<script>.*?<\/script>/su, '');
    expect(rest).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=/u);
  });

  it('is rendered by the browser for an unknown language or a possibly signed-in visitor', async () => {
    const worker = createTestWorker();
    const shell = await (await worker.fetch('/gallery')).text();
    for (const accepted of ['fr', '*', 'en;q=0, fr', '']) {
      expect(await (await ask(worker, accepted)).text()).toBe(shell);
    }
    const signedIn = { Cookie: '__Host-csrf_token=x' };
    const response = await ask(worker, 'en', signedIn);
    expect(response.headers.get('Vary')).toBe('Accept-Language, Cookie');
    expect(await response.text()).toBe(shell);
  });

  it('is sent again when the visitor’s language has changed or the visitor is signed in', async () => {
    const worker = createTestWorker();
    const etag = (await ask(worker, 'en')).headers.get('ETag') ?? '';
    const known = { 'If-None-Match': etag };
    expect((await ask(worker, 'en', known)).status).toBe(304);
    expect((await ask(worker, 'de', known)).status).toBe(200);
    expect((await ask(worker, 'en', { ...known, Cookie: '__Host-csrf_token=x' })).status).toBe(200);
  });
});

describe('an unknown address', () => {
  it('has an error page for browsers', async () => {
    const worker = createTestWorker();
    const missing = [
      '/nowhere',
      '/index.html',
      '/start.en.html',
      '/gallery.html',
      '/assets/old-page.js',
      '/images',
    ];
    for (const path of missing) {
      expect(isPagePath(path)).toBe(false);
      const response = await worker.fetch(path, AS_BROWSER);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      // A missing file must not be cached: the next deployment may contain it.
      expect(response.headers.get('Cache-Control')).toBe('no-cache');
      expect(response.headers.get('Content-Security-Policy')).toContain('trusted-types');
      expect(await response.text()).toContain('<div id="console">');
    }
  });

  it('is 4041 in JSON for programs, and for every client below /api', async () => {
    const worker = createTestWorker();
    for (const [path, init] of [
      ['/nowhere', {}],
      ['/index.html', {}],
      ['/assets/old-page.js', { headers: { Accept: '*/*' } }],
      ['/api/v1/nowhere', AS_BROWSER],
    ] as const) {
      const response = await worker.fetch(path, init);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(await response.json()).toMatchObject({ code: 4041 });
    }
  });

  it('has no page of the console when it is the link of an unknown image', async () => {
    const response = await createTestWorker().fetch('/i/nowhere.webp', AS_BROWSER);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('<script');
  });
});
