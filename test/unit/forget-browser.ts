import { afterAll, vi } from 'vitest';

/**
 * Globals that tests of the console set, whose modules know a browser. Their localStorage stays: what was loaded looks
 * into it for each person who signs in, in later files, too.
 */
const OF_BROWSERS = [
  'location',
  'document',
  'addEventListener',
  'removeEventListener',
  'showSaveFilePicker',
];

// The files of a worker share its globals: whoever comes next would be taken for a browser.
afterAll(() => {
  // Later, before the first test of the next file, it would take along what the hooks of that one have set.
  vi.unstubAllGlobals();
  for (const name of OF_BROWSERS) Reflect.deleteProperty(globalThis, name);
});
