import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGES } from '../../../src/shared/pages.ts';
import { de } from '../../../src/console/text/de/index.ts';
import { en } from '../../../src/console/text/en/index.ts';
import { zh } from '../../../src/console/text/zh/index.ts';
import { WIRE_ERRORS } from '../../../src/worker/http/wire-errors.ts';
import { writeApiTypes } from '../../../scripts/support/api-types.ts';
import { ROOT } from '../../../scripts/support/wrangler.ts';

const CONSOLE = join(ROOT, 'src', 'console');

/** Names, formats and loanwords, which may equal the English text. */
const NAMES = [
  'API',
  'Android',
  'AVIF',
  'BBCode',
  'Cloudflare Turnstile',
  'GIF',
  'GeeTest',
  'HTML',
  'JPEG',
  'JPEG (.jpeg)',
  'Markdown',
  'PNG',
  'Tintype',
  'URL',
  'WebP',
  'Windows',
];
/** As on the keys of Chinese keyboards. */
const CHINESE_KEYS = ['Home', 'End'];
const GERMAN = [
  'Album',
  'Admin',
  'Position',
  'Admin',
  'Administrator',
  'Link',
  'Links',
  'Text',
  'Details',
  'Name',
  'Status',
  'Version',
  'System',
  'Menü',
  'Original',
];

/** Every text of a catalogue by its path; functions are called with numbers and names. */
const listTexts = (part: unknown, path = ''): [string, string][] => {
  if (typeof part === 'string') return [[path, part]];
  if (isText(part)) return listTexts(say(part), path);
  if (typeof part !== 'object' || part === null) return [];
  // The start page's promises also name their images.
  const words = Object.entries(part).filter(([key]) => key !== 'icon');
  return words.flatMap(([key, value]) => listTexts(value, path === '' ? key : `${path}.${key}`));
};

const isText = (part: unknown): part is (...values: number[]) => unknown =>
  typeof part === 'function';

/** The result of a text function; its source when it needs more than numbers. */
const say = (text: (...values: number[]) => unknown): unknown => {
  try {
    return text(2, 3, 4);
  } catch {
    return text.toString();
  }
};

/** An ample quota has no text. */
const SILENT = new Set(['account.quota.levels.ample']);

const LANGUAGES = { en, de, zh };

describe('the texts of the console', () => {
  it.each(Object.entries(LANGUAGES))('are never empty in %s', (_, catalogue) => {
    const texts = listTexts(catalogue);
    expect(texts.length).toBeGreaterThan(90);
    const empty = texts.filter(([path, text]) => text.trim() === '' && !SILENT.has(path));
    expect(empty).toEqual([]);
  });

  it.each(Object.entries(LANGUAGES))('include each error of the service in %s', (_, { errors }) => {
    const codes = new Set(Object.values(WIRE_ERRORS).map(({ code }) => String(code)));
    expect(Object.keys(errors).toSorted()).toEqual([...codes].toSorted());
  });

  it.each([
    ['de', de, [...NAMES, ...GERMAN]],
    ['zh', zh, [...NAMES, ...CHINESE_KEYS]],
  ])('are all translated in %s', (_, catalogue, allowed) => {
    const english = new Map(listTexts(en));
    const same = listTexts(catalogue)
      // A text without a word of three letters needs no translation.
      .filter(([path, text]) => text === english.get(path) && /[A-Za-z]{3}/u.test(text))
      .filter(([, text]) => !allowed.includes(text));
    expect(same).toEqual([]);
  });
});

it('the console’s API types match the API document: else run `npm run types:api`', async () => {
  const written = readFileSync(join(CONSOLE, 'api', 'schema.d.ts'), 'utf8');
  expect(written === (await writeApiTypes())).toBe(true);
});

it('each page has its module in the route table, by the name that the build reads', () => {
  const routes = readFileSync(join(CONSOLE, 'shell/routes.ts'), 'utf8');
  const modules = [
    ...routes.matchAll(/(\w+): async \(\) =>\s+\(await import\('.*\/(.+)-page\.tsx'\)/gu),
  ];
  const toKebab = (name: string): string =>
    name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
  expect(modules.map(([, page, module]) => [page, module])).toEqual(
    Object.keys(PAGES).map((name) => [name, toKebab(name)]),
  );
});
