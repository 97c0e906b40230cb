import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIAGRAM_FOLDER, drawDiagrams } from '../../scripts/support/diagrams.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SHORT_MAX_BYTES = 8192;

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/*.md', { cwd: ROOT }),
];

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('a document', () => {
  it.each(documents)('%s links only to files and headings that exist', (path) => {
    expect(linksOf(path).filter((target) => !leadsSomewhere(path, target))).toEqual([]);
  });

  it.each(['README.md', 'CONTRIBUTING.md'])('%s has at most 8 KB', (path) => {
    expect(statSync(join(ROOT, path)).size).toBeLessThanOrEqual(SHORT_MAX_BYTES);
  });

  it('in docs is listed in README', () => {
    const listed = linksOf('README.md');
    expect(globSync('docs/*.md', { cwd: ROOT }).filter((path) => !listed.includes(path))).toEqual(
      [],
    );
  });

  it('names only npm commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = documents.flatMap((path) =>
      [...read(path).matchAll(/npm run ([a-z:-]+)/gu)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('a diagram', async () => {
  const diagrams = await drawDiagrams();

  it.each([...diagrams])(
    '%s is drawn from its text: else run npm run draw-diagrams',
    (name, svg) => {
      expect(readFileSync(join(DIAGRAM_FOLDER, name), 'utf8')).toBe(svg);
    },
  );
});

/** Local targets of a document's links and images. */
function linksOf(path: string): string[] {
  return [...read(path).matchAll(/\]\(([^)\s]+)\)/gu)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/u.test(target));
}

function leadsSomewhere(from: string, target: string): boolean {
  const [file = '', heading] = target.split('#');
  const path = file === '' ? from : join(dirname(from), file);
  if (!existsSync(join(ROOT, path))) return false;
  return heading === undefined || headingsOf(path).includes(heading);
}

/** GitHub's anchors: lower case, without punctuation, with hyphens. */
function headingsOf(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gmu)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
