import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers';
import { accessSync, constants, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

// 32 zero bytes: tests need a ring, not a secret.
const TEST_KEY_RING = `test:${'A'.repeat(43)}`;

const MEMORY_FOLDER = '/dev/shm';
const NEEDED_BYTES = 2 * 1024 ** 3;

/** Packages that the Worker imports. */
const WORKER_PACKAGES = [
  '@hono/zod-openapi',
  'client-zip',
  'content-disposition',
  'drizzle-orm',
  'drizzle-orm/sqlite-core',
  'hono',
  'hono/cookie',
  'hono/cors',
  'hono/html',
  'hono/http-exception',
  'hono/route',
  'hono/secure-headers',
  'hono/utils/accept',
  'omggif',
  'semver/functions/lt.js',
  'semver/functions/parse.js',
  'semver/functions/valid.js',
  'zod',
];

/** Awaited conditions hold immediately, except on a busy machine. */
const PATIENT = { poll: { timeout: 20_000 } };

/** Each worker would otherwise parse Drizzle's 180 KB of package.json hundreds of times. */
const DRIZZLE_LOADER = new URL('../scripts/support/import-drizzle.ts', import.meta.url).href;

const SRC = join(import.meta.dirname, '../src/');

const onDisk = tmpdir();
// Local state is temporary; on a disk, most of its time would be waiting.
if (hasRoomInMemory()) process.env['TMPDIR'] = MEMORY_FOLDER;
// Commands that tests run in sequence would each compile the same megabytes of packages.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/node');

export default defineConfig({
  test: {
    root: import.meta.dirname,
    // Two more than processors: a worker with a browser waits half of its time, for frames, timers or a server.
    maxWorkers: availableParallelism() + 2,
    silent: 'passed-only',
    execArgv: ['--import', DRIZZLE_LOADER],
    // Only a line logged as the worker ended is lost with it.
    onUnhandledError: ({ message }) =>
      !message.includes('Closing rpc while "onUserConsoleLog" was pending'),
    coverage: {
      provider: 'istanbul',
      // The root is this folder; the measured files are beside it.
      include: ['**/src/**'],
      allowExternal: true,
      reporter: ['text-summary', 'json-summary'],
    },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['unit/**/*.test.ts'],
          setupFiles: ['./unit/forget-browser.ts'],
          // Programs written by tests may be forbidden to run from memory; files that are only read stay there.
          env: { TMPDIR: onDisk, DATA_TMPDIR: tmpdir() },
          // scrypt and the codecs are slow on a busy machine.
          testTimeout: 30_000,
          expect: PATIENT,
          // Modules are loaded once for all files of a worker.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [
          loadAtOnce(),
          cloudflareTest(async () => ({
            verbose: false,
            wrangler: { configPath: '../wrangler.toml' },
            miniflare: {
              bindings: {
                KEY_RING: TEST_KEY_RING,
                // Tests wait for counts under way: they buffer for less time than in production.
                COUNTER_GATHER_MS: '5',
                LEDGER: process.env['LEDGER'] ?? '',
                TEST_MIGRATIONS: await readD1Migrations(`${import.meta.dirname}/../migrations`),
              },
            },
          })),
        ],
        test: {
          name: 'integration',
          // Its modules would be sent to the runtime for every test file, loaded or not.
          fsModuleCache: false,
          // Bundled: every runtime would otherwise request their hundreds of modules one by one.
          deps: { optimizer: { ssr: { enabled: true, include: WORKER_PACKAGES } } },
          include: ['integration/**/*.test.ts'],
          globalSetup: ['./support/purge-server.ts', './support/captcha-server.ts'],
          setupFiles: ['./support/set-up-file.ts'],
          testTimeout: 60_000,
          expect: PATIENT,
          hookTimeout: 60_000,
          // Each worker keeps its runtime from file to file; the setup file empties it.
          isolate: false,
          restoreMocks: true,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['./e2e/support/shared-server.ts', './e2e/support/note-missing-chromium.ts'],
          setupFiles: ['./e2e/support/keep-own-fetch.ts'],
          testTimeout: 120_000,
          expect: PATIENT,
          hookTimeout: 120_000,
          // Loading the browser's driver and the codecs for each file would take longer than many a test.
          isolate: false,
          restoreMocks: true,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});

/** Turns the dynamic imports of src into static ones: the test runtime cannot load modules within a request. */
function loadAtOnce(): Plugin {
  return {
    name: 'load-at-once',
    enforce: 'post',
    transform(code, id) {
      if (!id.startsWith(SRC)) return null;
      const imports: string[] = [];
      const atOnce = code.replaceAll(/\bimport\((["'][^"']+["'])\)/gu, (_, specifier: string) => {
        imports.push(`import * as loaded${String(imports.length)} from ${specifier};`);
        return `Promise.resolve(loaded${String(imports.length - 1)})`;
      });
      return imports.length === 0 ? null : { code: `${atOnce}\n${imports.join('\n')}`, map: null };
    },
  };
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    accessSync(MEMORY_FOLDER, constants.W_OK);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
