/**
 * The layers of src from the ground up, and the layers that each may import. Worker and console have layers of their
 * own.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  imaging: ['shared'],
  client: ['imaging', 'shared'],
  'console/styles': [],
  'console/api': ['client', 'shared'],
  'console/text': ['shared'],
  'console/state': ['console/api', 'console/text', 'client', 'shared'],
  'console/widgets': ['console/state', 'console/api', 'console/text', 'client', 'shared'],
  'console/features': [
    'console/widgets',
    'console/state',
    'console/api',
    'console/text',
    'client',
    // Its compiled files, by their URLs.
    'imaging',
    'shared',
  ],
  'console/shell': [
    'console/features',
    'console/widgets',
    'console/state',
    'console/api',
    'console/text',
    'console/styles',
    'client',
    'shared',
  ],
  'worker/lib': ['shared'],
  'worker/imaging': ['worker/lib', 'imaging', 'shared'],
  'worker/db': ['worker/lib', 'shared'],
  'worker/storage': ['worker/lib', 'shared'],
  'worker/domain': [
    'worker/db',
    'worker/storage',
    'worker/imaging',
    'worker/lib',
    'imaging',
    'shared',
  ],
  'worker/durable': [
    'worker/domain',
    'worker/db',
    'worker/storage',
    'worker/imaging',
    'worker/lib',
    'imaging',
    'shared',
  ],
  'worker/jobs': [
    'worker/domain',
    'worker/db',
    'worker/storage',
    'worker/imaging',
    'worker/lib',
    'imaging',
    'shared',
  ],
  'worker/http': ['worker/domain', 'worker/imaging', 'worker/lib', 'imaging', 'shared'],
};

/** No layer imports these files. */
export const ROOTS: readonly string[] = ['worker/index.ts', 'worker/deps.ts'];

/** Layers that may import a package, by the name before its first `/` or `:`. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  hono: ['worker/http'],
  '@hono': ['worker/http'],
  'drizzle-orm': ['worker/db', 'worker/domain', 'worker/durable', 'worker/jobs'],
  cloudflare: ['worker/durable'],
  preact: ['console'],
  '@preact': ['console'],
};

/**
 * Ordered folders of a layer: each may import those before it, so there are no cycles. Files beside the folders serve
 * all folders, and import only types from them.
 */
export const AREAS: Readonly<Record<string, readonly string[]>> = {
  'console/features': [
    'access',
    'account',
    'admin',
    'trash',
    'album-choice',
    'gallery',
    'albums',
    'image',
    'upload',
    'start',
  ],
  'worker/domain': [
    'links',
    'texts',
    'variants',
    'derivatives',
    'accounting',
    'audit',
    'outbox',
    'erasure',
    'purge',
    'notifications',
    'captcha',
    'settings',
    'site',
    'tokens',
    'sessions',
    'api-keys',
    'publication',
    'invitations',
    'accounts',
    'devices',
    'delivery',
    'images',
    'shares',
    'trash',
    'albums',
    'uploads',
    'legacy',
    'files',
    'archive',
    'consistency',
    'tasks',
    'metrics',
  ],
};
