import { registerHooks, type ModuleHooks, type ResolveFnOutput } from 'node:module';

const PACKAGE = 'drizzle-orm';

/** Of the local runtime. */
const RUNTIME = '/node_modules/miniflare/dist/src/index.js';
const STEP = 'MIN_SINGLE_SEGMENT_GROWTH = ';
let growth: ModuleHooks | undefined;

const resolved = new Map<string, ResolveFnOutput>();

/**
 * Node parses the package.json of a package at each import of it, and twice for each of its files. That of Drizzle has
 * 180 KB, which takes half a millisecond of processor time, and a command that opens a database has 400 such imports.
 */
registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const { parentURL = '' } = context;
    if (specifier.startsWith('.') && parentURL.includes(`/node_modules/${PACKAGE}/`)) {
      const { href } = new URL(specifier, parentURL);
      return { url: href, format: 'module', shortCircuit: true };
    }
    // Programs of other packages may require it as CommonJS.
    if (!specifier.startsWith(PACKAGE) || !parentURL.endsWith('.ts')) {
      const found = nextResolve(specifier, context);
      if (found.url.endsWith(RUNTIME)) growth ??= growInLargeSteps();
      return found;
    }
    const known = resolved.get(specifier) ?? nextResolve(specifier, context);
    resolved.set(specifier, known);
    return { ...known, shortCircuit: true };
  },
});

/**
 * The local runtime's configuration is a message with all modules of a Worker, 10 MB. Miniflare copies it each time that
 * it grows, by 4 KB at least: a hundred times in a start.
 * @see https://github.com/cloudflare/workers-sdk/issues/15271
 */
function growInLargeSteps(): ModuleHooks {
  const hooks = registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(RUNTIME)) return loaded;
      // Any hook makes other loads slower.
      hooks.deregister();
      const { source = '' } = loaded;
      const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
      return { ...loaded, source: text.replace(`${STEP}4096`, `${STEP}2 ** 24`) };
    },
  });
  return hooks;
}
