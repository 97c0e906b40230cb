/** The layers of src from the ground up, and what each may import of the others. */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  codecs: ['lib'],
  db: ['lib'],
  storage: ['lib'],
  domain: ['db', 'storage', 'codecs', 'lib'],
  durable: ['domain', 'db', 'storage', 'codecs', 'lib'],
  jobs: ['domain', 'db', 'storage', 'codecs', 'lib'],
  http: ['domain', 'codecs', 'lib'],
  client: ['codecs', 'lib'],
  console: ['client', 'lib'],
};

/** The files that put the layers together: no layer imports them. */
export const ROOTS: readonly string[] = ['index.ts', 'deps.ts'];

/** The packages that only some layers may import, by the name before its first `/` or `:`. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  hono: ['http'],
  '@hono': ['http'],
  'drizzle-orm': ['db', 'domain', 'durable', 'jobs'],
  cloudflare: ['durable'],
  preact: ['console'],
  '@preact': ['console'],
};

/**
 * The areas of src/domain from the ground up: each may import those before it, so they form no circle. The files
 * beside them belong to all: every area may import them, and they import nothing but types from areas.
 */
export const AREAS: readonly string[] = [
  'links',
  'derivatives',
  'accounting',
  'audit',
  'outbox',
  'erasure',
  'purge',
  'notifications',
  'challenge',
  'settings',
  'site',
  'tokens',
  'sessions',
  'publication',
  'accounts',
  'devices',
  'delivery',
  'images',
  'uploads',
  'legacy',
  'archive',
  'consistency',
  'metrics',
];
