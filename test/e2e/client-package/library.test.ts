import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../../scripts/support/wrangler.ts';
import { createNodeCodecs } from '../../../src/client/node/node-codecs.ts';
import { inspectWebp } from '../../../src/imaging/webp/walker.ts';
import { drawSource } from '../../support/draw.ts';
import { findHeadlessChromium } from '../support/chromium.ts';
import { findProgram } from '../support/find-program.ts';
import { makeKey } from '../support/make-key.ts';
import { takeBrowser } from '../support/take-browser.ts';
import { useSharedServer } from '../support/use-shared-server.ts';
import { installClient, run } from './empty-project.ts';

/** Building, packing and starting runtimes take long on a busy machine. */
const TIMEOUT_MS = 240_000;
const SIZE = { width: 900, height: 600 };

const UPLOAD = `import { createCodecs, keyCredentials, TintypeApi, uploadImage } from 'tintype';
import { readFile } from 'node:fs/promises';

const [server, key, path] = process.argv.slice(2);
const image = await uploadImage(new Uint8Array(await readFile(path)), {
  api: new TintypeApi(server, keyCredentials(key)),
  codecs: createCodecs(),
  filename: 'picture.webp',
  visibility: 'public',
});
console.log(server + image.path);
`;

const PAGE = `import { createCodecs, keyCredentials, TintypeApi, uploadImage } from 'tintype';

globalThis.upload = async (server, key, bytes) => {
  const image = await uploadImage(new Uint8Array(bytes), {
    api: new TintypeApi(server, keyCredentials(key)),
    codecs: createCodecs(),
    filename: 'picture.webp',
    visibility: 'public',
  });
  return server + image.path;
};
`;

/** What PAGE adds to the page's globals. */
interface Page {
  upload(server: string, key: string, bytes: readonly number[]): Promise<string>;
}

const TYPES = `import {
  ApiError,
  createCodecs,
  keyCredentials,
  TintypeApi,
  uploadImages,
  type Codecs,
  type ListedImage,
} from 'tintype';

const codecs: Codecs = createCodecs();
const api = new TintypeApi('https://img.example.org', keyCredentials('tint_'));
const images: readonly ListedImage[] = (await api.listImages({ limit: '5' })).images;
const outcomes = await uploadImages([], { api, codecs, visibility: 'public' });
export const paths: string[] = outcomes.flatMap((outcome) =>
  outcome.status === 'fulfilled' ? outcome.value.path : [],
);
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && images.length === 0;
// @ts-expect-error There is no such visibility.
await uploadImages([], { api, codecs, visibility: 'secret' });
`;

const RUNTIMES = [
  { name: 'Node 24', program: process.execPath, args: [] },
  { name: 'the machine’s Node', program: findProgram('node'), args: [] },
  { name: 'Bun', program: findProgram('bun'), args: [] },
  { name: 'Deno', program: findProgram('deno'), args: ['run', '--allow-all'] },
];

const server = useSharedServer();
let project: string;
let key: string;
let picture: string;

const expectPicture = async (url: string): Promise<void> => {
  const answer = await fetch(url);
  expect(answer.headers.get('Content-Type')).toBe('image/webp');
  const published = inspectWebp(new Uint8Array(await answer.arrayBuffer()));
  expect(published).toMatchObject({ ok: true, value: SIZE });
};

beforeAll(async () => {
  [project, key] = await Promise.all([installClient(), makeKey(server)]);
  picture = join(project, 'picture.webp');
  writeFileSync(picture, await drawSource(createNodeCodecs(), 31, SIZE));
  writeFileSync(join(project, 'upload.mjs'), UPLOAD);
}, TIMEOUT_MS);

afterAll(() => rmSync(project, { recursive: true }));

describe('the packed library', { timeout: TIMEOUT_MS }, () => {
  for (const { name, program = '', args } of RUNTIMES) {
    it.skipIf(program === '')(`uploads with an API key in ${name}`, async () => {
      const own = [join(project, 'upload.mjs'), server.baseUrl, key, picture];
      const { stdout } = await run(program, [...args, ...own], { cwd: project });
      await expectPicture(stdout.trim());
    });
  }

  it('has types for Node and for browsers, without errors inside', async () => {
    writeFileSync(join(project, 'types.ts'), TYPES);
    const shared = {
      strict: true,
      noEmit: true,
      target: 'es2024',
      skipLibCheck: false,
      rootDir: project,
    };
    const node = {
      ...shared,
      module: 'nodenext',
      lib: ['es2024'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules', '@types')],
    };
    const browser = {
      ...shared,
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2024', 'dom'],
      types: [],
    };
    for (const [name, compilerOptions] of Object.entries({ node, browser })) {
      const path = join(project, `tsconfig.${name}.json`);
      writeFileSync(path, JSON.stringify({ compilerOptions, files: ['types.ts'] }));
      const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
      const checked = await run(tsc, ['-p', path]).catch((error: unknown) => error);
      expect([name, checked]).toEqual([name, { stdout: '', stderr: '' }]);
    }
  });

  it.skipIf(findHeadlessChromium() === undefined)(
    'uploads from a page that Vite has built',
    async () => {
      writeFileSync(join(project, 'index.html'), '<script type="module" src="./page.js"></script>');
      writeFileSync(join(project, 'page.js'), PAGE);
      const built = await build({
        root: project,
        base: '/try/',
        configFile: false,
        logLevel: 'warn',
        build: { outDir: join(project, 'dist') },
      });
      if (!('output' in built)) throw new Error('Vite has not built one bundle');
      const profile = await (await takeBrowser()).newContext({ baseURL: server.baseUrl });
      try {
        const page = await profile.newPage();
        // From the server's own origin, since no other may call it.
        await page.route('**/try/**', (route) => {
          const path = new URL(route.request().url()).pathname.replace('/try/', '');
          return route.fulfill({ path: join(project, 'dist', path) });
        });
        await page.goto('/try/index.html');
        const bytes = [...(await drawSource(createNodeCodecs(), 32, SIZE))];
        const url = await page.evaluate(
          (given) => (globalThis as unknown as Page).upload(...given),
          [server.baseUrl, key, bytes] as Parameters<Page['upload']>,
        );
        await expectPicture(url);
      } finally {
        await profile.close();
      }
    },
  );
});
