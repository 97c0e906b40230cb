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
import { join } from 'node:path';
import type { build as buildWithVite, InlineConfig, Rolldown } from 'vite';
import { LANGUAGES } from '../../src/shared/languages.ts';
import { PAGES, type PageName } from '../../src/shared/pages.ts';
import {
  beginWith,
  inlineIcon,
  writePageDocuments,
  writeStartDocuments,
} from './console-documents.ts';
import { groupSharedModules, SHELL } from './console-chunks.ts';
import { ROOT } from './wrangler.ts';

type Output = Rolldown.RolldownOutput['output'];

/** A change of any of these requires a build. */
const SOURCES = ['src/**/*', 'package-lock.json', 'scripts/support/console-*.ts'];

/** Requested by a fixed name, without a hash. */
const NAMED_ENTRY = 'captcha';

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
    const firstPaint = requireOutput(await build(configureFirstPaint(root, made, pages)));
    beginWith(firstPaint[0].code, made);
    inlineIcon(made);
    const { start, ...later } = listPageFiles(pages);
    writePageDocuments(made, later);
    const prerenderFolder = join(made, 'prerender');
    await build(configurePrerender(root, prerenderFolder));
    await writeStartDocuments(made, join(prerenderFolder, PRERENDERER), start);
    rmSync(prerenderFolder, { recursive: true });
    await build(configureServiceWorker(root, made, listShellFiles(pages)));
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

/** Runs before the first paint, so it is no module. Knows which files each language loads later. */
function configureFirstPaint(root: string, outDir: string, pages: Output): InlineConfig {
  const options = shareOptions(root, outDir);
  return {
    ...options,
    publicDir: false,
    define: { LANGUAGE_FILES: JSON.stringify(listLanguageFiles(pages, options.root)) },
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
function listPageFiles(output: Output): Record<PageName, string[]> {
  const names = Object.keys(PAGES) as PageName[];
  const files = names.map((page) => [
    page,
    listOwnFiles(output, ({ name }) => name === nameChunk(page)),
  ]);
  return Object.fromEntries(files) as Record<PageName, string[]>;
}

/** Of module and chunk: `sign-in-page` for `signIn`. */
function nameChunk(page: PageName): string {
  return `${page.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}-page`;
}

/** Without the shell, which has English. */
function listLanguageFiles(output: Output, folder: string): Record<string, string[]> {
  const files = Object.keys(LANGUAGES).map((language) => [
    language,
    listFilesOf(output, join(folder, 'text', language, 'index.ts')),
  ]);
  return Object.fromEntries(files) as Record<string, string[]>;
}

/** Without the shell; empty for a module without a chunk of its own. */
function listFilesOf(output: Output, module: string): string[] {
  return listOwnFiles(output, ({ facadeModuleId }) => facadeModuleId === module);
}

function listOwnFiles(
  output: Output,
  isWanted: (chunk: Rolldown.OutputChunk) => boolean,
): string[] {
  const own = listChunks(output).filter(isWanted);
  const shell = withImports(output, [findShell(output)?.fileName ?? '']);
  const files = withImports(
    output,
    own.map(({ fileName }) => fileName),
  );
  return [...files].filter((name) => !shell.has(name)).map((name) => `/${name}`);
}

/**
 * Scripts and styles of the shell and of each page, without codecs and what pages load on demand; only the gallery always
 * loads more, and a deployment must not take it away meanwhile.
 */
function listShellFiles(output: Output): string[] {
  const shell = findShell(output);
  if (shell === undefined) throw new Error('The console was built without its shell');
  const listOnDemand = (names: ReadonlySet<string>): string[] =>
    listChunks(output)
      .filter(({ fileName }) => names.has(fileName))
      .flatMap(({ dynamicImports }) => dynamicImports);
  const files = withImports(output, [shell.fileName]);
  const gallery = listChunks(output).filter(({ name }) => name === nameChunk('gallery'));
  const late = listOnDemand(new Set(gallery.map(({ fileName }) => fileName)));
  const all = withImports(output, [...files, ...listOnDemand(files), ...late]);
  return [...all].map((name) => `/${name}`).sort();
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

function findShell(output: Output): Rolldown.OutputChunk | undefined {
  return listChunks(output).find(({ name }) => name === SHELL);
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
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
