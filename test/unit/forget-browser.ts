import './compare-bytes.ts';
import { afterAll, vi } from 'vitest';

/** Browser globals that tests of the console set. */
const OF_BROWSERS = [
  'location',
  'document',
  'addEventListener',
  'removeEventListener',
  'showSaveFilePicker',
];

// Modules of earlier test files still read it at each sign-in.
Object.assign(globalThis, { localStorage: createStorage() });

// Test files of a worker share globals: later files would pass for a browser.
afterAll(() => {
  // A later reset would also remove what the hooks of the next file set.
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
