import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';

const FIRST_LOAD_MAX_BYTES = 60 * 1024;

/** All that a shared page loads before it is drawn is its document, which is as small as the console's start page. */
export const expectFirstLoad = (document: string): void => {
  expect(document).not.toMatch(/<script|rel="?(?:stylesheet|preload|modulepreload)/u);
  expect(gzipSync(document, { level: 9 }).length).toBeLessThanOrEqual(FIRST_LOAD_MAX_BYTES);
};
