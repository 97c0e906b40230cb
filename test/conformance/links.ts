import assert from 'node:assert/strict';
import { bodyOf, expectEmpty, expectWhole, type ConformanceCase, type Subject } from './subject.ts';

type PathOf = (alias: string, link: string) => string;

const aliasOf = ({ link }: Subject): string => /^\/i\/([^./]+)/u.exec(link)?.[1] ?? '';

const notFound = (name: string, path: PathOf): ConformanceCase => ({
  name: `${name}: uncacheable 404`,
  scope: 'tintype',
  run: async (subject) => {
    const response = await subject.at(path(aliasOf(subject), subject.link));
    const body = new TextDecoder().decode(await bodyOf(response));
    assert.equal(response.status, 404);
    assert.equal((JSON.parse(body) as { code: number }).code, 4041);
    assert.equal(response.headers.get('Cache-Control'), 'no-store');
    assert.equal(response.headers.get('X-Content-Type-Options'), 'nosniff');
  },
});

const neverFails = (name: string, path: PathOf): ConformanceCase => ({
  name: `${name}: refused with a client error`,
  scope: 'http',
  run: async (subject) => {
    const response = await subject.at(path(aliasOf(subject), subject.link));
    await bodyOf(response);
    assert.ok(response.status >= 300 && response.status < 500, String(response.status));
  },
});

const sameImage = (name: string, path: PathOf): ConformanceCase => ({
  name,
  scope: 'tintype',
  run: async (subject) =>
    expectWhole(subject, await subject.at(path(aliasOf(subject), subject.link))),
});

/** Links: exact, lower-case, and 404 for a wrong one. */
export const LINK_CASES: readonly ConformanceCase[] = [
  sameImage(
    'query parameters make no other image',
    (_, link) => `${link}?w=10&h=10&q=1&format=png`,
  ),
  sameImage('a long query changes nothing', (_, link) => `${link}?${'x'.repeat(4000)}`),
  sameImage('publish.webp is the image itself', (alias) => `/i/${alias}/publish.webp`),
  {
    name: 'gallery.webp is a WebP of its own',
    scope: 'tintype',
    run: async (subject) => {
      const response = await subject.at(`/i/${aliasOf(subject)}/gallery.webp`);
      await bodyOf(response);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('Content-Type'), 'image/webp');
    },
  },
  {
    name: 'a link without an extension redirects to an absolute URL, and keeps its query',
    scope: 'tintype',
    run: async (subject) => {
      const response = await subject.at(`/i/${aliasOf(subject)}?a=b`);
      await expectEmpty(response, 301);
      const location = response.headers.get('Location') ?? '';
      // The URL constructor throws for a path alone.
      const { pathname, search } = new URL(location);
      assert.equal(pathname + search, `${subject.link}?a=b`);
    },
  },
  notFound('an unknown link', () => '/i/000000000000.webp'),
  notFound('a link of the wrong length', (alias) => `/i/${alias.slice(1)}.webp`),
  notFound('the private alias of a public image', (alias) => `/i/${alias}S.webp`),
  notFound('master without a session', (alias) => `/i/${alias}/master.webp`),
  notFound('admin without a session', (alias) => `/i/${alias}/admin.webp`),
  notFound('an unknown variant', (alias) => `/i/${alias}/huge.webp`),
  notFound('the upload source', (alias) => `/i/${alias}/publish_source.webp`),
  notFound('a variant without its extension', (alias) => `/i/${alias}/gallery`),
  notFound('a variant in another format', (alias) => `/i/${alias}/gallery.jpg`),
  notFound('another format', (alias) => `/i/${alias}.jpg`),
  notFound('an extension in capitals', (alias) => `/i/${alias}.WEBP`),
  notFound('an extension twice', (alias) => `/i/${alias}.webp.webp`),
  notFound('a trailing slash', (_, link) => `${link}/`),
  notFound('a slash too many', (_, link) => link.replace('/i/', '/i//')),
  notFound('the link in capitals', (_, link) => link.replace('/i/', '/I/')),
  notFound('no link', () => '/i/'),
  notFound('only an extension', () => '/i/.webp'),
  notFound('a letter escaped', (alias) => {
    const code = (alias.codePointAt(0) ?? 0).toString(16);
    return `/i/%${code}${alias.slice(1)}.webp`;
  }),
  notFound('the dot escaped', (alias) => `/i/${alias}%2Ewebp`),
  notFound('a slash escaped', (alias) => `/i/${alias}%2Fgallery.webp`),
  notFound('a trailing NUL', (alias) => `/i/${alias}.webp%00`),
  notFound('a broken escape', (alias) => `/i/${alias}%ZZ.webp`),
  notFound('half an UTF-8 character', (alias) => `/i/${alias}%C3.webp`),
  notFound('letters of other scripts', () => '/i/图片图片图片图片图片图片.webp'),
  notFound('SQL', (alias) => `/i/${alias}'%20OR%20'1'='1.webp`),
  notFound('an escaped way up', (alias) => `/i/${alias}/%2e%2e%2f%2e%2e%2fsecret.webp`),
  neverFails('a way up', () => '/i/../../etc/passwd'),
  neverFails('a link of 8,000 characters', () => `/i/${'a'.repeat(8000)}.webp`),
  neverFails('a thousand folders', () => `/i/${'a/'.repeat(1000)}b.webp`),
  neverFails('a NUL behind the link', (_, link) => `${link}%00`),
  neverFails('a broken escape behind the link', (_, link) => `${link}%ZZ`),
  neverFails('half an UTF-8 character behind the link', (_, link) => `${link}%C3`),
  neverFails('an overlong slash', (_, link) => `${link}%C0%AF`),
  neverFails('an escaped way up behind the link', (_, link) => `${link}/%2e%2e%2f%2e%2e%2fsecret`),
  neverFails('a markup in the link', (_, link) => `${link}%3Cscript%3Ealert(1)%3C/script%3E`),
  {
    name: 'an escaped line break injects no header',
    scope: 'http',
    run: async (subject) => {
      const response = await subject.at(`${subject.link}%0d%0aSet-Cookie:%20smuggled=1`);
      await bodyOf(response);
      assert.equal(response.headers.get('Set-Cookie'), null);
      assert.ok(response.status >= 300 && response.status < 500, String(response.status));
    },
  },
];

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Methods: GET and HEAD read, OPTIONS explains, nothing else is allowed. */
export const METHOD_CASES: readonly ConformanceCase[] = [
  ...METHODS.map((method): ConformanceCase => ({
    name: `${method} is not allowed, and Allow lists the methods`,
    scope: 'http',
    run: async (subject) => {
      const response = await subject.get({}, method);
      await bodyOf(response);
      assert.equal(response.status, 405);
      assert.match(response.headers.get('Allow') ?? '', /\bGET\b.*\bHEAD\b/u);
    },
  })),
  {
    name: 'OPTIONS lists the methods',
    scope: 'http',
    run: async (subject) => {
      const response = await subject.get({}, 'OPTIONS');
      await bodyOf(response);
      assert.ok(response.ok);
      assert.match(response.headers.get('Allow') ?? '', /\bGET\b.*\bHEAD\b/u);
    },
  },
  {
    name: 'another site may send conditional requests',
    scope: 'tintype',
    run: async (subject) => {
      const response = await subject.get(
        { Origin: 'https://other.example', 'Access-Control-Request-Method': 'GET' },
        'OPTIONS',
      );
      await bodyOf(response);
      assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
      assert.match(response.headers.get('Access-Control-Allow-Headers') ?? '', /If-None-Match/u);
    },
  },
];
