import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type * as Runtime from 'miniflare';

/**
 * By how many bytes the runtime's configuration grows once it is full, each time as a copy. The Worker with its codecs has
 * 8 MB, and a hundred such copies take a second of each start.
 */
export const GROWTH = [
  'MIN_SINGLE_SEGMENT_GROWTH = 4096',
  'MIN_SINGLE_SEGMENT_GROWTH = 2 ** 20',
] as const;

// `import` would parse its megabytes again, for the names that it exports.
const require = createRequire(import.meta.url);
const FILE = require.resolve('miniflare');
const { href } = pathToFileURL(FILE);

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    return url === href
      ? { ...loaded, source: readFileSync(FILE, 'utf8').replace(...GROWTH) }
      : loaded;
  },
});

/** The local runtime. Late, since a refused command needs none. */
export const loadMiniflare = (): typeof Runtime => require('miniflare') as typeof Runtime;
