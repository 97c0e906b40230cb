import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const DOMAIN = join(import.meta.dirname, '../../../../src/worker/domain');
const THROWN = /new DomainError\(\s*'(\w+)'/gu;
const LIST = /export const \w+_ERRORS = \[[^\]]*\] as const/gu;
const NAME = /(?<=^|[\s[])'(\w+)'/gu;

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

const files = globSync('**/*.ts', { cwd: DOMAIN })
  .map((file) => ({ file, text: readFileSync(join(DOMAIN, file), 'utf8') }))
  .filter(({ text }) => /export const \w+_ERRORS = /u.test(text));

describe.each(files)('the lists of errors in $file', ({ file, text }) => {
  it('hold every error that the file throws by its name', async () => {
    const module = (await import(join(DOMAIN, file))) as Record<string, readonly string[]>;
    const lists = Object.entries(module).filter(([name]) => name.endsWith('_ERRORS'));
    const listed = new Set(lists.flatMap(([, names]) => names));
    expect(namesIn(text, THROWN).filter((name) => !listed.has(name))).toEqual([]);
  });

  it('have no error that the file does not throw', () => {
    const lists = text.match(LIST) ?? [];
    const rest = lists.reduce((left, list) => left.replace(list, ''), text);
    const own = lists.flatMap((list) => namesIn(list, NAME));
    expect(own.filter((name) => !rest.includes(`'${name}'`))).toEqual([]);
  });
});
