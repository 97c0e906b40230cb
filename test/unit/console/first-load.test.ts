import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildConsole } from '../../../scripts/support/console-build.ts';
import { ROOT } from '../../../scripts/support/wrangler.ts';
import { de } from '../../../src/console/text/de/index.ts';
import { en } from '../../../src/console/text/en/index.ts';
import { zh } from '../../../src/console/text/zh/index.ts';
import {
  PAGES,
  toPageDocument,
  toStartDocument,
  type PageName,
} from '../../../src/shared/pages.ts';

const FOLDER = join(ROOT, 'dist', 'console');
const FIRST_LOAD_MAX_BYTES = 60 * 1024;
/**
 * Nine segments of 1,460 bytes, without 340 of headers: six connections that share a phone's 1.6 Mbit/s bring a longer file
 * in a fourth round trip of 150 ms. A new connection alone starts with ten (RFC 6928).
 */
const THREE_ROUNDS_BYTES = 12_800;
/** Browsers open that many connections to a service over HTTP/1.1. */
const CONNECTIONS = 6;
/** In every document, and before its first paint. */
const FIRST_SCRIPT_MAX_BYTES = 2 * 1024;
/** Chunks of pages; codecs belong to none. */
const PAGE_MAX_BYTES = 60 * 1024;

const read = (name: string): string => readFileSync(join(FOLDER, 'assets', name), 'utf8');

const FIRST_SCRIPT = /<script>(.*?)<\/script>/su;

const readFirstScript = (document: string): string =>
  FIRST_SCRIPT.exec(readFileSync(join(FOLDER, document), 'utf8'))?.[1] ?? '';

/** Size by gzip -9, an upper bound for Brotli. */
const sizeOf = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0);

/** Statically imported scripts. */
const withImports = (names: readonly string[]): Set<string> => {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const [, path = ''] of read(name).matchAll(
      /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+)["'`]/gu,
    )) {
      visit(path);
    }
  };
  names.forEach(visit);
  return found;
};

let firstLoad: Set<string>;

beforeAll(async () => {
  await buildConsole();
  const shell = readFileSync(join(FOLDER, 'index.html'), 'utf8');
  const links = [...shell.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/gu)];
  firstLoad = withImports(links.map(([, name = '']) => name));
}, 60_000);

describe('the first load of the console', () => {
  it('is at most 60 KB of script, compressed', () => {
    const sizes = readdirSync(join(FOLDER, 'assets'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => `${firstLoad.has(name) ? '*' : ' '} ${String(sizeOf([name]))} ${name}`);
    const bytes = sizeOf(firstLoad);
    const report = `${String(bytes)} bytes of these, marked by *:\n${sizes.join('\n')}`;
    expect(firstLoad.size).toBeGreaterThan(0);
    expect(bytes <= FIRST_LOAD_MAX_BYTES, report).toBe(true);
  });

  it('of the gallery has only files that come in three round trips', () => {
    const document = readFileSync(join(FOLDER, toPageDocument('gallery')), 'utf8');
    const files = [...document.matchAll(/"\/assets\/([^"]+)"/gu)].map(([, name = '']) => name);
    expect(files.filter((name) => firstLoad.has(name))).toHaveLength(firstLoad.size);
    const sizes = files.map((name) => ({ name, bytes: sizeOf([name]) }));
    expect(sizes.filter(({ bytes }) => bytes > THREE_ROUNDS_BYTES)).toEqual([]);
  });

  it('has no codec, no plot and no other language', () => {
    const code = [...firstLoad].map(read).join('\n');
    expect(code).toContain('Sign in');
    for (const text of [
      de.common.signIn,
      zh.common.signIn,
      'uplot',
      'u-hz',
      'WebAssembly.instantiate',
    ]) {
      expect(code.includes(text), text).toBe(false);
    }
  });

  it('has no texts of pages that are loaded later', () => {
    const { access, account, admin, apps, gallery, image, start, upload } = en;
    const code = [...firstLoad].map(read).join('\n');
    expect(code).toContain(en.common.signIn);
    const texts = [
      access.registerLead,
      account.takeout.what,
      admin.settings.saved,
      apps.intro,
      gallery.emptyHint,
      image.deleteHint,
      start.lead,
      upload.dropHint,
    ];
    expect(texts.filter((text) => code.includes(text))).toEqual([]);
    const files = readdirSync(join(FOLDER, 'assets')).filter((name) => name.endsWith('.js'));
    const later = files.map(read).join('\n');
    expect(texts.filter((text) => !later.includes(text))).toEqual([]);
  });

  it('is followed by at most 60 KB for the first view of each page', () => {
    const pages = readdirSync(join(FOLDER, 'assets')).filter((name) => /-page-.*\.js$/u.test(name));
    expect(pages.length).toBeGreaterThan(5);
    const sizes = pages.map((name) => {
      const own = [...withImports([name])].filter((file) => !firstLoad.has(file));
      return { name, bytes: sizeOf(own) };
    });
    expect(sizes.filter(({ bytes }) => bytes > PAGE_MAX_BYTES)).toEqual([]);
  });

  it('is preloaded by each page’s document, with that page’s scripts', () => {
    for (const name of Object.keys(PAGES) as PageName[]) {
      const path = name === 'start' ? toStartDocument('en') : toPageDocument(name);
      const document = readFileSync(join(FOLDER, path), 'utf8');
      const named = [...document.matchAll(/href="\/assets\/([^"]+)"/gu)].map(
        ([, file = '']) => file,
      );
      const page = named.filter((file) => /-page-.*\.js$/u.test(file));
      expect([name, page.length]).toEqual([name, 1]);
      const own = [...withImports(page)].filter((file) => !firstLoad.has(file));
      expect(own.filter((file) => !named.includes(file))).toEqual([]);
      const rest = document.replace(FIRST_SCRIPT, '');
      expect(rest).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=/u);
    }
    const account = readFileSync(join(FOLDER, toPageDocument('account')), 'utf8');
    expect(account).toMatch(/<link rel="preload" as="style" crossorigin href="[^"]+\.css">/u);
  });

  it('has at most one file per connection in the gallery', () => {
    const document = readFileSync(join(FOLDER, toPageDocument('gallery')), 'utf8');
    const files = new Set(
      [...document.matchAll(/"\/assets\/([^"]+)"/gu)].map(([, file = '']) => file),
    );
    expect(files.size).toBeGreaterThan(3);
    expect(files.size, [...files].join(', ')).toBeLessThanOrEqual(CONNECTIONS);
  });

  it('needs no request for icon or manifest, which would be among those of the first images', () => {
    const document = readFileSync(join(FOLDER, toPageDocument('gallery')), 'utf8');
    expect(document).toContain('<link rel="icon" href="data:image/svg+xml,');
    expect(document).not.toMatch(/icon\.svg|manifest/u);
  });

  it('of the start page needs no code of the library, nor of photos that wait', () => {
    const document = readFileSync(join(FOLDER, toStartDocument('en')), 'utf8');
    const files = [...document.matchAll(/"\/assets\/([^"]+)\.js"/gu)].map(([, file = '']) => file);
    expect(files.filter((file) => /^(?:library|guests)/u.test(file))).toEqual([]);
    expect(files.filter((file) => /^start-(?:page|shared)-/u.test(file))).toHaveLength(2);
  });

  it('is cached by the service worker with the chunks of each page', () => {
    const kept = readFileSync(join(FOLDER, 'service-worker.js'), 'utf8');
    const drawn = readdirSync(join(FOLDER, 'assets')).filter((name) =>
      /-page-.*\.js$|^selection-bar-.*\.js$/u.test(name),
    );
    expect(drawn.filter((name) => /^(?:gallery-page|selection-bar)-/u.test(name))).toHaveLength(2);
    const files = [...firstLoad, ...withImports(drawn)];
    expect(files.filter((name) => !kept.includes(`/assets/${name}`))).toEqual([]);
  });

  it('blocks the first paint with at most 2 KB of script, compressed', () => {
    const script = readFirstScript('index.html');
    expect(script).toContain('/api/v1/auth/me');
    expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(FIRST_SCRIPT_MAX_BYTES);
  });

  it('preloads each language’s scripts before the first paint', () => {
    const files = readdirSync(join(FOLDER, 'assets'));
    const firstScript = readFirstScript('index.html');
    const languages = files.filter((name) => /^(?:de|zh)-.*\.js$/u.test(name));
    expect(languages).toHaveLength(2);
    expect(languages.filter((name) => !firstScript.includes(`/assets/${name}`))).toEqual([]);
  });

  it('is cached by the service worker, like each page', () => {
    const worker = readFileSync(join(FOLDER, 'service-worker.js'), 'utf8');
    const pages = readdirSync(join(FOLDER, 'assets')).filter((name) => /-page-.*\.js$/u.test(name));
    const kept = [...firstLoad, ...withImports(pages)];
    expect(kept.filter((name) => !worker.includes(`/assets/${name}`))).toEqual([]);
  });
});
