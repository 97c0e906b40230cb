import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import type { build as buildWithVite, InlineConfig, Rolldown } from 'vite';
import { LANGUAGES } from '../../src/shared/languages.ts';
import { PAGES, type PageName } from '../../src/shared/pages.ts';
import {
  beginWith,
  inlineIcon,
  writePageDocuments,
  writeShellDocument,
  writeStartDocuments,
  type DocumentFiles,
} from './console-documents.ts';
import { groupSharedModules, SHELL } from './console-chunks.ts';
import { ROOT } from './wrangler.ts';

type Output = Rolldown.RolldownOutput['output'];

/** A change of any of these requires a build. */
const SOURCES = ['src/**/*', 'package-lock.json', 'scripts/support/console-*.ts'];

/** Requested by a fixed name, without a hash. */
const NAMED_ENTRY = 'captcha';

const TEXT_FOLDER = 'src/console/text';

const PRERENDERER = 'start-page.mjs';

/** Tests too get the production build. */
const JSX = {
  jsx: { runtime: 'automatic', importSource: 'preact', development: false },
} as const;

/**
 * Builds the console and the description of the API into dist/console, where wrangler.toml expects it, unless it is up
 * to date.
 */
export async function buildConsole(root = ROOT): Promise<void> {
  const output = join(root, 'dist', 'console');
  const stamp = join(root, 'dist', 'console.sha256');
  const sources = hashSources(root);
  if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === tag(output)) {
    return;
  }
  const { build } = await import('vite');
  const made = `${output}-${String(process.pid)}`;
  try {
    const pages = requireOutput(await build(configurePages(made, root)));
    const firstPaint = requireOutput(await build(configureFirstPaint(root, made)));
    beginWith(firstPaint[0].code, made);
    inlineIcon(made);
    const { start, ...later } = listPageFiles(pages, root);
    writePageDocuments(made, later);
    const prerenderFolder = join(made, 'prerender');
    await build(configurePrerender(root, prerenderFolder));
    await writeStartDocuments(made, join(prerenderFolder, PRERENDERER), start);
    writeShellDocument(made, listTextFiles(pages, root, []));
    rmSync(prerenderFolder, { recursive: true });
    await build(configureServiceWorker(root, made, listShellFiles(pages, root)));
    // All of the Worker: a build that fails needs none of it.
    const { writeApiDescription } = await import('./api-description.ts');
    await writeApiDescription(made);
    const madeTag = tag(made);
    replace(output, made);
    writeFileSync(stamp, madeTag);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }

  /** Identifies the folder with its sources: another build may replace it in the meantime. */
  function tag(folder: string): string {
    return `${sources} ${String(statSync(folder).ino)}`;
  }
}

export function configurePages(outDir: string, root = ROOT): InlineConfig {
  const options = shareOptions(root, outDir);
  return {
    ...options,
    oxc: JSX,
    build: {
      ...options.build,
      emptyOutDir: true,
      rolldownOptions: {
        // Inlines error numbers: a page has only those that it compares.
        optimization: { inlineConst: { mode: 'all' } },
        input: {
          index: join(options.root, 'index.html'),
          [NAMED_ENTRY]: join(options.root, 'features', 'access', 'captcha', 'captcha.ts'),
        },
        output: {
          entryFileNames: ({ name }) =>
            name === NAMED_ENTRY ? '[name].js' : 'assets/[name]-[hash].js',
          codeSplitting: { groups: groupSharedModules(options.root) },
        },
      },
    },
    worker: { format: 'es' },
  };
}

function requireOutput(built: Awaited<ReturnType<typeof buildWithVite>>): Output {
  if ('output' in built) return built.output;
  throw new Error('The console was built in another way than asked');
}

/** Runs before the first paint, so it is no module. */
function configureFirstPaint(root: string, outDir: string): InlineConfig {
  const options = shareOptions(root, outDir);
  return {
    ...options,
    publicDir: false,
    build: {
      ...options.build,
      write: false,
      rolldownOptions: {
        input: join(options.root, 'shell', 'first-paint.ts'),
        output: { format: 'iife' },
      },
    },
  };
}

/** Prerenders the start page; imports no other page. */
function configurePrerender(root: string, outDir: string): InlineConfig {
  const options = shareOptions(root, outDir);
  return {
    ...options,
    publicDir: false,
    oxc: JSX,
    ssr: { noExternal: true },
    build: {
      ...options.build,
      ssr: join(options.root, 'shell', 'prerender', 'start-page.tsx'),
      target: 'node20',
      emptyOutDir: true,
      rolldownOptions: {
        external: (id) => id.endsWith('-page.tsx') && !id.endsWith(`/${nameChunk('start')}.tsx`),
        // One file: the browser's stand-in must load before the rest.
        output: { entryFileNames: PRERENDERER, codeSplitting: false },
      },
    },
  };
}

/** One file, and no module: some browsers refuse modules here. */
function configureServiceWorker(
  root: string,
  outDir: string,
  shellFiles: readonly string[],
): InlineConfig {
  const options = shareOptions(root, outDir);
  const version = createHash('sha256').update(readFileSync(join(outDir, 'index.html')));
  return {
    ...options,
    publicDir: false,
    define: {
      SHELL_FILES: JSON.stringify(shellFiles),
      SHELL_VERSION: JSON.stringify(
        version.update(shellFiles.join('\0')).digest('hex').slice(0, 16),
      ),
    },
    build: {
      ...options.build,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(options.root, 'shell', 'threads', 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: '[name].js' },
      },
    },
  };
}

function shareOptions(root: string, outDir: string) {
  return {
    configFile: false,
    root: join(root, 'src', 'console'),
    logLevel: 'warn',
    build: {
      outDir,
      target: ['chrome120', 'firefox121', 'safari17.4'],
      // A file inlined as text would need a looser Content-Security-Policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  } as const satisfies InlineConfig;
}

/** By the chunk's name, without the shell; empty for a page that is not built. */
function listPageFiles(output: Output, root: string): Record<PageName, DocumentFiles> {
  const shell = withImports(output, [requireShell(output)]);
  const names = Object.keys(PAGES) as PageName[];
  const files = names.map((page) => {
    const chunk = listChunks(output).find(({ name }) => name === nameChunk(page));
    const all = withImports(output, chunk === undefined ? [] : [chunk.fileName]);
    const own = [...all].filter((name) => !shell.has(name));
    return [page, { paths: toPaths(own), texts: listTextFiles(output, root, own) }];
  });
  return Object.fromEntries(files) as Record<PageName, DocumentFiles>;
}

/** Of module and chunk: `sign-in-page` for `signIn`. */
function nameChunk(page: PageName): string {
  return `${page.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}-page`;
}

/** The texts of the shell and of a page, by language. English is in their scripts, and texts of errors come later. */
function listTextFiles(
  output: Output,
  root: string,
  own: readonly string[],
): DocumentFiles['texts'] {
  const names = new Set([...withImports(output, [requireShell(output)]), ...own]);
  const files = Object.keys(LANGUAGES).map((language) => {
    const texts = listTexts(output, join(root, TEXT_FOLDER, language), names);
    return [language, toPaths(texts.filter((name) => !/\/errors-/u.test(name)))];
  });
  return Object.fromEntries(files) as DocumentFiles['texts'];
}

/**
 * Scripts and styles of the shell and of each page, with their texts, without codecs and what pages load on demand; only
 * the gallery always loads more, and a deployment must not take it away meanwhile.
 */
function listShellFiles(output: Output, root: string): string[] {
  const files = withImports(output, [requireShell(output)]);
  const gallery = listChunks(output).filter(({ name }) => name === nameChunk('gallery'));
  const late = listOnDemand(output, new Set(gallery.map(({ fileName }) => fileName)));
  const all = withImports(output, [...files, ...listOnDemand(output, files), ...late]);
  const texts = listTexts(output, join(root, TEXT_FOLDER), all);
  return toPaths(new Set([...all, ...texts])).sort();
}

function listTexts(output: Output, folder: string, names: ReadonlySet<string>): string[] {
  const ofFolder = listChunks(output).filter(({ facadeModuleId }) =>
    facadeModuleId?.startsWith(folder),
  );
  const onDemand = new Set(listOnDemand(output, names));
  return ofFolder.map(({ fileName }) => fileName).filter((name) => onDemand.has(name));
}

function listOnDemand(output: Output, names: ReadonlySet<string>): string[] {
  return listChunks(output)
    .filter(({ fileName }) => names.has(fileName))
    .flatMap(({ dynamicImports }) => dynamicImports);
}

function toPaths(names: Iterable<string>): string[] {
  return [...names].map((name) => `/${name}`);
}

/** Scripts with their imports and styles. */
function withImports(output: Output, names: readonly string[]): Set<string> {
  const chunks = new Map(listChunks(output).map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = chunks.get(name);
    if (chunk === undefined || files.has(name)) return;
    files.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    chunk.imports.forEach(add);
  };
  names.forEach(add);
  return files;
}

function requireShell(output: Output): string {
  const shell = listChunks(output).find(({ name }) => name === SHELL);
  if (shell === undefined) throw new Error('The console was built without its shell');
  return shell.fileName;
}

function listChunks(output: Output): Rolldown.OutputChunk[] {
  return output.filter((file) => file.type === 'chunk');
}

/**
 * A server that starts meanwhile finds the old folder or the new one, but for an instant. Concurrent builds take turns.
 */
function replace(folder: string, made: string): void {
  const old = `${made}-old`;
  rmSync(old, { recursive: true, force: true });
  for (;;) {
    ignoring('ENOENT', () => renameSync(folder, old));
    if (ignoring('ENOTEMPTY', () => renameSync(made, folder))) break;
    rmSync(old, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}

/** Whether it succeeded; ignores one kind of failure. */
function ignoring(code: string, act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return false;
    throw error;
  }
}

function hashSources(root: string): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
