import { afterAll } from 'vitest';

/** Globals that tests of the console set, whose modules know a browser. */
const OF_BROWSERS = [
  'location',
  'document',
  'localStorage',
  'addEventListener',
  'removeEventListener',
  'showSaveFilePicker',
];

// The files of a worker share its globals: whoever comes next would be taken for a browser.
afterAll(() => {
  for (const name of OF_BROWSERS) Reflect.deleteProperty(globalThis, name);
});
