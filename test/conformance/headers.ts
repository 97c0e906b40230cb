import assert from 'node:assert/strict';
import { bodyOf, expectEmpty, type ConformanceCase, type Subject } from './subject.ts';

const header = async (subject: Subject, name: string): Promise<string | null> => {
  const response = await subject.get();
  await bodyOf(response);
  return response.headers.get(name);
};

const expectHeader =
  (name: string, pattern: RegExp) =>
  async (subject: Subject): Promise<void> => {
    assert.match((await header(subject, name)) ?? '', pattern);
  };

const headMatchesGet =
  (name: string) =>
  async (subject: Subject): Promise<void> => {
    const head = await subject.get({}, 'HEAD');
    await expectEmpty(head, 200);
    assert.equal(head.headers.get(name), await header(subject, name));
  };

/** Headers of a plain GET and a HEAD. */
export const HEADER_CASES: readonly ConformanceCase[] = [
  {
    name: 'has the content type of an image',
    scope: 'http',
    run: expectHeader('Content-Type', /^image\//u),
  },
  {
    name: 'announces the exact length',
    scope: 'http',
    run: async (subject) => {
      const length = await header(subject, 'Content-Length');
      assert.equal(length, String(subject.bytes.byteLength));
    },
  },
  {
    name: 'has a strong entity tag',
    scope: 'http',
    run: expectHeader('ETag', /^"[\u0021\u0023-\u007E]+"$/u),
  },
  {
    name: 'returns the same entity tag again',
    scope: 'http',
    run: async (subject) => {
      assert.equal(await header(subject, 'ETag'), subject.etag);
    },
  },
  {
    name: 'has a Last-Modified in the preferred form that is not in the future',
    scope: 'http',
    run: async ({ lastModified }) => {
      assert.match(
        lastModified,
        /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u,
      );
      assert.ok(Date.parse(lastModified) <= Date.now() + 1000);
    },
  },
  {
    name: 'offers ranges of bytes',
    scope: 'http',
    run: expectHeader('Accept-Ranges', /^bytes$/u),
  },
  {
    name: 'forbids guessing another type',
    scope: 'http',
    run: expectHeader('X-Content-Type-Options', /^nosniff$/u),
  },
  {
    name: 'has an explicit cache lifetime',
    scope: 'http',
    run: expectHeader('Cache-Control', /\bmax-age=\d+/u),
  },
  {
    name: 'sets no cookie',
    scope: 'http',
    run: async (subject) => {
      assert.equal(await header(subject, 'Set-Cookie'), null);
    },
  },
  {
    name: 'does not vary by cookie',
    scope: 'http',
    run: async (subject) => {
      assert.doesNotMatch((await header(subject, 'Vary')) ?? '', /cookie|\*/iu);
    },
  },
  {
    name: 'is cached for ten minutes at most',
    scope: 'tintype',
    run: async (subject) => {
      const response = await subject.get();
      await bodyOf(response);
      const maxAge = /max-age=(\d+)/u.exec(response.headers.get('Cache-Control') ?? '')?.[1];
      const age = Number(response.headers.get('Age') ?? 0);
      assert.ok(Number(maxAge) - age <= 600);
    },
  },
  {
    name: 'may not be used stale',
    scope: 'tintype',
    run: expectHeader('Cache-Control', /\bmust-revalidate\b/u),
  },
  {
    name: 'may be embedded by other sites',
    scope: 'tintype',
    run: expectHeader('Cross-Origin-Resource-Policy', /^cross-origin$/u),
  },
  {
    name: 'may be read by other sites',
    scope: 'tintype',
    run: expectHeader('Access-Control-Allow-Origin', /^\*$/u),
  },
  {
    name: 'shows its range and its tag to scripts of other sites',
    scope: 'tintype',
    run: expectHeader('Access-Control-Expose-Headers', /^Content-Range, ETag$/u),
  },
  {
    name: 'runs no script when it is opened as a page',
    scope: 'tintype',
    run: expectHeader('Content-Security-Policy', /default-src 'none'.*sandbox/u),
  },
  {
    name: 'sends no referrer to other sites',
    scope: 'tintype',
    run: expectHeader('Referrer-Policy', /^no-referrer$/u),
  },
  {
    name: 'is shown inline, under a name with the extension of its type',
    scope: 'tintype',
    run: expectHeader('Content-Disposition', /^inline; filename=.*\.webp/u),
  },
  {
    name: 'is a WebP whose RIFF size is the file',
    scope: 'tintype',
    run: async ({ bytes }) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      assert.equal(view.getUint32(4, true) + 8, bytes.byteLength);
    },
  },
  ...['Content-Length', 'Content-Type', 'ETag', 'Last-Modified', 'Accept-Ranges'].map(
    (name): ConformanceCase => ({
      name: `answers HEAD without a body and with the ${name} of GET`,
      scope: 'http',
      run: headMatchesGet(name),
    }),
  ),
  {
    name: 'ignores a range on HEAD',
    scope: 'http',
    run: async (subject) => expectEmpty(await subject.get({ Range: 'bytes=0-0' }, 'HEAD'), 200),
  },
];
