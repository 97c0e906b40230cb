import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { CHROMIUM_ARGUMENTS, findHeadlessChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to reach the Chromium that tests share; null where there is none. */
    chromium: string | null;
  }
}

/** Starts the Chromium in which the tests of the console run, each in profiles of its own. */
export const setup = async (project: TestProject): Promise<(() => Promise<void>) | void> => {
  const executablePath = findHeadlessChromium();
  if (executablePath === undefined) {
    console.warn('There is no Chromium (or CHROMIUM_PATH): the tests of the console are skipped.');
    return project.provide('chromium', null);
  }
  const browser = await chromium.launchServer({ executablePath, args: CHROMIUM_ARGUMENTS });
  project.provide('chromium', browser.wsEndpoint());
  return () => browser.close();
};
