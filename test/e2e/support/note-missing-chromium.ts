import { findHeadlessChromium } from './chromium.ts';

/** Reports skipped tests once when there is no Chromium. */
export const setup = (): void => {
  if (findHeadlessChromium() !== undefined) return;
  console.warn('There is no Chromium (or CHROMIUM_PATH): the tests of the console are skipped.');
};
