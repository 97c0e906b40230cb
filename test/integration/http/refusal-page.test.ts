import { beforeAll, describe, expect, it } from 'vitest';
import { issue, privateImage, privateLink, revoke } from '../../support/image-scene.ts';
import type { TestWorker } from '../../support/worker.ts';

/** What Chromium sends for a page that a person opens, and for an image in a page. */
const PERSON = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const IMAGE = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

type Refused = readonly [path: string, status: number, code: number, title: string];

let worker: TestWorker;
let refused: readonly Refused[];

beforeAll(async () => {
  const scene = await privateImage();
  ({ worker } = scene);
  const link = privateLink(scene);
  const { token } = (await issue(scene)).data;
  await revoke(scene);
  refused = [
    [`${link}?token=${token}`, 404, 4042, 'This link was revoked'],
    [link, 403, 4037, 'This photo is private'],
    ['/i/AAAAAAAAAAAAAAAA.webp', 404, 4041, 'No photo here'],
    ['/i/none/of/ours', 404, 4041, 'No photo here'],
  ];
});

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  worker.fetch(path, { method, headers });

const withoutIds = (response: Response) => {
  const headers = Object.fromEntries(response.headers);
  const {
    'content-type': _type,
    'x-request-id': _id,
    'content-length': _length,
    ...others
  } = headers;
  return { status: response.status, others };
};

describe('a refused link', () => {
  it('is a page without scripts for a person, with the status and headers of the envelope', async () => {
    for (const [path, status, code, title] of refused) {
      const page = await ask(path, { Accept: PERSON });
      const envelope = await ask(path, { Accept: IMAGE });
      expect(await envelope.json()).toMatchObject({ code });
      expect(withoutIds(page)).toEqual(withoutIds(envelope));
      expect(page.status).toBe(status);
      expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      const text = await page.text();
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).toContain(`${String(code)} · ${page.headers.get('X-Request-Id') ?? ''}`);
      expect(text).not.toMatch(/<(?:script|link|img|iframe)\b|https?:/u);
    }
  });

  it.each([undefined, '*/*', IMAGE, 'application/json'])(
    'is the envelope for a program (Accept: %s)',
    async (accept) => {
      for (const [path, , code] of refused) {
        const answer = await ask(path, accept === undefined ? {} : { Accept: accept });
        expect(answer.headers.get('Content-Type')).toBe('application/json');
        expect(await answer.json()).toMatchObject({ code });
      }
    },
  );

  it('is kept by no cache, and varies by what its content is chosen by', async () => {
    for (const [path] of refused) {
      for (const Accept of [PERSON, '*/*']) {
        const { headers } = await ask(path, { Accept });
        expect(headers.get('Cache-Control')).toBe('no-store');
        expect(headers.get('CDN-Cache-Control')).toBe('no-store');
        expect(headers.get('Vary')).toBe('Accept, Accept-Language');
      }
    }
  });

  it.each([
    ['de-CH,de;q=0.9,en;q=0.8', 'de', 'Dieser Link wurde widerrufen'],
    ['zh-TW', 'zh', '此链接已被撤销'],
    ['fr;q=0.9,de;q=0,en;q=0.1', 'en', 'This link was revoked'],
    ['fr', 'en', 'This link was revoked'],
  ])('is in the reader’s language (%s)', async (languages, language, title) => {
    const [path = ''] = refused[0] ?? [];
    const page = await ask(path, { Accept: PERSON, 'Accept-Language': languages });
    const text = await page.text();
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${title}</h1>`);
  });

  it('has no content for HEAD, and the type that GET has', async () => {
    const [path = ''] = refused[0] ?? [];
    const head = await ask(path, { Accept: PERSON }, 'HEAD');
    expect(head.status).toBe(404);
    expect(head.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await head.text()).toBe('');
  });
});
