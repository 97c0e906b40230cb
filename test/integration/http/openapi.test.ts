import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/worker/http/app.ts';
import { describeApi } from '../../../src/worker/http/openapi.ts';
import { createTestWorker } from '../../support/worker.ts';

describe('the description of the API', () => {
  it('is JSON under its address, and HTML under its page', async () => {
    const worker = createTestWorker();
    const document = await worker.fetch('/api/v1/openapi.json');
    expect(document.headers.get('Content-Type')).toBe('application/json');
    expect(await document.json()).toMatchObject({ openapi: '3.1.0' });
    const page = await worker.fetch('/api/v1/docs');
    expect(page.headers.get('Content-Type')).toContain('text/html');
  });

  it('matches the routes of this version: else run `npm run types:api`', async () => {
    const worker = createTestWorker();
    const made = await describeApi(createApp());
    const served = {
      document: await (await worker.fetch('/api/v1/openapi.json')).text(),
      page: await (await worker.fetch('/api/v1/docs')).text(),
    };
    expect(served).toEqual(made);
  });
});

describe('the page of the API', () => {
  it('is an HTML document that loads nothing from another host', async () => {
    const page = await (await createTestWorker().fetch('/api/v1/docs')).text();
    expect(page).toMatch(/^<!doctype html>\s*<html lang="en">/u);
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//u);
  });

  it('links to the console, and renders code in its texts as code', async () => {
    const page = await (await createTestWorker().fetch('/api/v1/docs')).text();
    expect(page).toContain('<a href="/">');
    expect(page).toContain('<code>Retry-After</code>');
    expect(page).toContain('<code>rel=&quot;next&quot;</code>');
    expect(page).not.toContain('`');
  });

  it('shows all fields, permitted callers, and authentication', async () => {
    const page = await (await createTestWorker().fetch('/api/v1/docs')).text();
    const of = (path: string, method: string): string => {
      const begin = page.indexOf(`<b>${method}</b> <code>${path}</code>`);
      return page.slice(begin, page.indexOf('</details>', begin));
    };
    const creation = of('/api/v1/uploads/', 'POST');
    expect(creation).toContain('header Idempotency-Key: string // 1 to 64 characters');
    expect(creation).toContain('sha256: string // 64 characters; ^[0-9a-f]{64}$');
    expect(creation).toContain('put_url: string');
    expect(creation).toContain(
      'Signed in by cookieSession with csrfToken with csrfCookie, or by bearerWebSession, or by bearerDeviceSession, or by apiKey upload.',
    );
    expect(of('/api/v1/public/stats', 'GET')).toContain('For anyone.');
    expect(page).toContain('<h2>Authentication</h2>');
    expect(page).toContain('header X-CSRF-Token');
  });

  it('shows each call once, under its tag', async () => {
    const worker = createTestWorker();
    const page = await (await worker.fetch('/api/v1/docs')).text();
    const { paths } = await (
      await worker.fetch('/api/v1/openapi.json')
    ).json<{ readonly paths: Record<string, object> }>();
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `<b>${method.toUpperCase()}</b> <code>${path}</code>`),
    );
    const shown = page.match(/<b>[A-Z]+<\/b> <code>\/[^<]*<\/code>/gu) ?? [];
    expect(shown.toSorted()).toEqual(calls.toSorted());
  });
});
