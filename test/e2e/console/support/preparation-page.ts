import type { Page } from 'playwright-core';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { build } from 'vite';
import { onTestFinished } from 'vitest';
import { configurePages } from '../../../../scripts/support/console-build.ts';
import { ROOT } from '../../../../scripts/support/wrangler.ts';
import type { Codecs } from '../../../../src/client/imaging/codecs/codecs.ts';
import type { PreparedImage, prepareParts } from '../../../../src/client/imaging/prepare-parts.ts';
import type { Recipe } from '../../../../src/client/protocol-types.ts';
import { fromBase64, toBase64 } from '../../../../src/shared/bytes.ts';
import { listenLocally } from '../../../support/local-server.ts';

/** The page's global: modules of the console, and the preparation under way. */
interface Preparation {
  readonly prepareParts: typeof prepareParts;
  readonly openCodecs: () => Codecs;
  readonly fromBase64: typeof fromBase64;
  readonly toBase64: typeof toBase64;
  readonly cancel: AbortController;
  readonly made: Promise<PreparedImage>;
  readonly longTasks: readonly number[];
}

declare global {
  var preparation: Preparation;
}

const BASE = '/preparation/';
const ENTRY = 'virtual:preparation';
const THREAD = 'codec-worker';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};
/** Headers that the connection sets. */
const OWN_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
]);
const DOCUMENT = `<!doctype html><title>Preparation</title><script type="module" src="${BASE}assets/entry.js"></script>`;

const ENTRY_CODE = `
  import { prepareParts } from ${fileOf('client/imaging/prepare-parts.ts')};
  import { openCodecs } from ${fileOf('console/features/upload/preparation/open-codecs.ts')};
  import { fromBase64, toBase64 } from ${fileOf('shared/bytes.ts')};
  globalThis.preparation = { prepareParts, openCodecs, fromBase64, toBase64 };
`;

/** Builds the console's image preparation, and returns the folder. */
export async function buildPreparation(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'tintype-preparation-'));
  const config = configurePages(outDir);
  await build({
    ...config,
    base: BASE,
    publicDir: false,
    build: {
      ...config.build,
      rolldownOptions: { input: ENTRY, output: { entryFileNames: 'assets/entry.js' } },
    },
    plugins: [
      {
        name: 'preparation',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? ENTRY_CODE : null),
      },
    ],
  });
  return outDir;
}

/**
 * Opens a page that can prepare images, with the headers of the console's shell and files. `change` may change the text
 * of the Worker. It has its own server, since routed files would be loaded and compiled again for each image.
 */
export async function openPreparation(
  page: Page,
  folder: string,
  change: (worker: string) => string = (worker) => worker,
): Promise<void> {
  const shell = await page.request.get('/');
  const shellHeaders = { ...own(shell.headers()), 'content-type': 'text/html' };
  const threadHeaders = await readHeaders(page, THREAD);
  const assetHeaders = await readHeaders(page, 'shell');
  const { url, close } = await listenLocally(
    createServer(({ url: path = '' }, response) => {
      if (path === BASE) return response.writeHead(200, shellHeaders).end(DOCUMENT);
      // Some browsers also request an icon.
      if (!path.startsWith(`${BASE}assets/`)) return response.writeHead(404).end();
      const name = basename(path);
      const body = readFileSync(join(folder, 'assets', name));
      const type = TYPES[extname(name)] ?? '';
      const isThread = name.startsWith(THREAD);
      return response
        .writeHead(200, { ...(isThread ? threadHeaders : assetHeaders), 'content-type': type })
        .end(isThread ? change(body.toString()) : body);
    }),
  );
  onTestFinished(close);
  await page.goto(`${url}${BASE}`);
  await page.waitForFunction(() => 'preparation' in globalThis);
}

/** Those of the console's script of that name. */
async function readHeaders(page: Page, script: string): Promise<Record<string, string>> {
  const files = readdirSync(join(ROOT, 'dist', 'console', 'assets'));
  const file = files.find((name) => name.startsWith(`${script}-`) && name.endsWith('.js')) ?? '';
  return own((await page.request.get(`/assets/${file}`)).headers());
}

function own(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name)));
}

/** Prepares a file in the page. Rejects with the message for the user. */
export async function prepareInPage(
  page: Page,
  recipe: Recipe,
  file: Uint8Array,
): Promise<PreparedImage> {
  await beginInPage(page, recipe, file);
  const made = await page.evaluate(async () => {
    const { source, parts } = await preparation.made;
    const { toBase64 } = preparation;
    return { source, parts: parts.map((part) => ({ ...part, bytes: toBase64(part.bytes) })) };
  });
  const parts = made.parts.map((part) => ({
    ...part,
    bytes: fromBase64(part.bytes) ?? new Uint8Array(),
  }));
  return { source: made.source, parts };
}

/** Starts the preparation. */
export function beginInPage(page: Page, recipe: Recipe, file: Uint8Array): Promise<void> {
  return page.evaluate(
    async ({ text, recipe }) => {
      const { fromBase64, openCodecs, prepareParts } = preparation;
      const bytes = fromBase64(text) ?? new Uint8Array();
      const codecs = openCodecs();
      const cancel = new AbortController();
      const longTasks: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) {
          if (startTime >= startedAt) longTasks.push(duration);
        }
      });
      // Node's types lack the page's form.
      observer.observe({ type: 'longtask' as 'mark' });
      // The caller's own work ends with this task.
      await new Promise((resolve) => void setTimeout(resolve, 0));
      const startedAt = performance.now();
      const made = prepareParts(bytes, recipe, codecs, { signal: cancel.signal });
      made.catch(() => undefined);
      Object.assign(preparation, { cancel, longTasks, made });
    },
    { text: toBase64(file), recipe },
  );
}

function fileOf(path: string): string {
  return JSON.stringify(new URL(`../../../../src/${path}`, import.meta.url).pathname);
}
