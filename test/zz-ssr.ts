import { build } from 'vite';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
const root = join(import.meta.dirname, '..');
await build({
  configFile: false,
  root: join(root, 'src/console'),
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  ssr: { noExternal: true },
  build: {
    ssr: join(root, 'src/console/prerender.tsx'),
    outDir: '/tmp/ssr',
    emptyOutDir: true,
    target: 'node20',
  },
} as any);
const storage = { getItem: () => null, setItem() {} };
Object.assign(globalThis, {
  addEventListener() {},
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  location: new URL('http://tintype.invalid/'),
  localStorage: storage,
  sessionStorage: storage,
  document: { cookie: '', title: '', documentElement: { lang: '', dataset: {} } },
});
const m = await import(pathToFileURL('/tmp/ssr/prerender.js').href);
console.log(await m.prerenderStart(process.argv[2] ?? 'en'));
