import { afterAll, vi } from 'vitest';

/** Globals that tests of the console set, whose modules know a browser. */
const OF_BROWSERS = [
  'location',
  'document',
  'addEventListener',
  'removeEventListener',
  'showSaveFilePicker',
];

// What earlier files have loaded goes on looking into it for each person who signs in, and finds nothing.
Object.assign(globalThis, { localStorage: createStorage() });

// The files of a worker share its globals: whoever comes next would be taken for a browser.
afterAll(() => {
  // Later, before the first test of the next file, it would take along what the hooks of that one have set.
  vi.unstubAllGlobals();
  for (const name of OF_BROWSERS) Reflect.deleteProperty(globalThis, name);
});

function createStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
