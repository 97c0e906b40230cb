import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/support/wrangler.ts';

/** The files of a clone that `npm start` and `npm run deploy` need. */
const PARTS = [
  'migrations',
  'scripts',
  'src',
  'package-lock.json',
  'package.json',
  // Vite asks for each project that tsconfig.json refers to.
  'test/tsconfig.json',
  'test/tsconfig.node.json',
  'test/tsconfig.workerd.json',
  'tsconfig.json',
  'wrangler.toml',
];

/** With the classes that wrangler.toml binds. */
const SMALL_WORKER = [
  "import { DurableObject } from 'cloudflare:workers';",
  ...['RateLimiter', 'UserSessions', 'Counters', 'PasswordHasher', 'Transformer', 'ShareViews'].map(
    (name) => `export class ${name} extends DurableObject {}`,
  ),
  "export default { fetch: () => new Response('ok') };",
].join('\n');

/**
 * Makes a fresh clone of the project without builds or state, with this one's packages and a console of one line, which
 * is built in no time.
 */
export const cloneProject = (): string => {
  const folder = copyProject();
  writeFileSync(join(folder, 'src', 'console', 'shell', 'main.tsx'), 'console.log("console");');
  return folder;
};

/**
 * Makes a clone to deploy, with this project's build of the console and a small Worker: calls, bindings and rows are those
 * of wrangler.toml and scripts, whichever Worker is bundled.
 */
export const cloneBuiltProject = (): string => {
  const folder = copyProject();
  symlinkSync(join(ROOT, 'dist'), join(folder, 'dist'));
  writeSmallWorker(folder);
  return folder;
};

/** Replaces the clone's Worker by one that is bundled in no time. It is outside src: a change there rebuilds the console. */
export const writeSmallWorker = (clone: string): void => {
  writeFileSync(join(clone, 'small-worker.js'), SMALL_WORKER);
  const config = join(clone, 'wrangler.toml');
  const text = readFileSync(config, 'utf8');
  writeFileSync(config, text.replace('"src/worker/index.ts"', '"small-worker.js"'));
};

const copyProject = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-clone-'));
  for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  linkAll(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};

const linkAll = (from: string, to: string): void => {
  mkdirSync(to);
  for (const name of readdirSync(from)) symlinkSync(join(from, name), join(to, name));
};
