import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { StartDocument } from '../../src/console/shell/prerender/start-document.ts';
import type { Language } from '../../src/shared/languages.ts';
import { toPageDocument, toStartDocument, type PageName } from '../../src/shared/pages.ts';

/** What a document preloads: files for everyone, and texts by language. */
export interface DocumentFiles {
  readonly paths: readonly string[];
  readonly texts: Readonly<Record<Language, readonly string[]>>;
}

const SHELL_DOCUMENT = 'index.html';

const ICON = '/icons/icon.svg';

const PLACES: readonly (readonly [name: keyof StartDocument | 'language', place: RegExp])[] = [
  ['language', /<html lang="\w+"/u],
  ['title', /<title>.*?<\/title>/su],
  ['description', /<meta\s+name="description"[^>]*>/u],
  ['noScript', /<noscript>.*?<\/noscript>/su],
  ['page', /(?<=<div id="console">).*(?=<\/div>\s*<\/body>)/su],
];

/** A name in the first script, whose value differs by document. */
const TEXT_FILES = 'TEXT_FILES';

const execute = promisify(execFile);

/**
 * The script runs while the style sheet is loading. In the document's text it needs no request; the Worker allows it by its
 * hash.
 */
export function beginWith(script: string, outDir: string): void {
  if (/<\/script|<!--/iu.test(script))
    throw new Error('The first script would end too early or late');
  const page = join(outDir, SHELL_DOCUMENT);
  const tag = `<script>${script.trim()}</script>`;
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace('<title>', () => `${tag}\n    <title>`),
  );
}

/** Saves a request. */
export function inlineIcon(outDir: string): void {
  const page = join(outDir, SHELL_DOCUMENT);
  const svg = readFileSync(join(outDir, ICON), 'utf8').trim().replaceAll(/>\s+</gu, '><');
  const address = `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll('#', '%23')}`;
  const document = readFileSync(page, 'utf8');
  if (!document.includes(`"${ICON}"`)) throw new Error(`The console's document has no ${ICON}`);
  writeFileSync(
    page,
    document.replace(`"${ICON}"`, () => `"${address}"`),
  );
}

/** All pages but the start page. Each document preloads its page's files. */
export function writePageDocuments(
  outDir: string,
  files: Readonly<Record<Exclude<PageName, 'start'>, DocumentFiles>>,
): void {
  const shell = readFileSync(join(outDir, SHELL_DOCUMENT), 'utf8');
  for (const [page, named] of Object.entries(files)) {
    writeFileSync(join(outDir, toPageDocument(page as PageName)), naming(named, shell));
  }
}

/** The document of any page. Written last: the others are made of it. */
export function writeShellDocument(outDir: string, texts: DocumentFiles['texts']): void {
  const page = join(outDir, SHELL_DOCUMENT);
  writeFileSync(page, naming({ paths: [], texts }, readFileSync(page, 'utf8')));
}

function naming({ paths, texts }: DocumentFiles, document: string): string {
  const links = paths.map((path) => `    ${toPreload(path)}\n`).join('');
  if (!document.includes(TEXT_FILES)) throw new Error('The first script names no texts');
  return document
    .replace(TEXT_FILES, () => JSON.stringify(texts))
    .replace('  </head>', () => `${links}  </head>`);
}

/** Preloads a file in the same way as the script that will request it. */
function toPreload(path: string): string {
  const kind = path.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `<link ${kind} crossorigin href="${path}">`;
}

/**
 * One prerendered start page per language.
 * @param prerenderer the built prerender/start-page.tsx.
 * @param files those of the start page.
 */
export async function writeStartDocuments(
  outDir: string,
  prerenderer: string,
  files: DocumentFiles,
): Promise<void> {
  const shell = naming(files, readFileSync(join(outDir, SHELL_DOCUMENT), 'utf8'));
  for (const [language, parts] of Object.entries(await prerender(prerenderer))) {
    const html = { ...parts, language: `<html lang="${language}" data-drawn="${language}"` };
    const document = PLACES.reduce((filled, [name, place]) => {
      if (!place.test(filled)) throw new Error(`The console's document has no place for ${name}`);
      return filled.replace(place, () => html[name]);
    }, shell);
    writeFileSync(join(outDir, toStartDocument(language as Language)), document);
  }
}

/** In its own process, whose globals become those of a browser. */
async function prerender(module: string): Promise<Readonly<Record<string, StartDocument>>> {
  // Channels to other tabs would keep the process alive.
  const program = `import(${JSON.stringify(pathToFileURL(module).href)})
    .then(({ prerenderStartPage }) => prerenderStartPage())
    .then((pages) => process.stdout.write(JSON.stringify(pages), () => process.exit()))`;
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(stdout) as Record<string, StartDocument>;
}
