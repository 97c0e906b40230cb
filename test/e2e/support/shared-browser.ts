import { chromium } from 'playwright-core';
import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to reach the Chromium that tests share; null where there is none. */
    chromium: string | null;
  }
}

const PATHS = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts the Chromium in which the tests of the console run, each in profiles of its own. */
export const setup = async (project: TestProject): Promise<(() => Promise<void>) | void> => {
  const executablePath = PATHS.find((path) => path !== '' && existsSync(path));
  if (executablePath === undefined) {
    console.warn('There is no Chromium (or CHROMIUM_PATH): the tests of the console are skipped.');
    return project.provide('chromium', null);
  }
  const browser = await chromium.launchServer({ executablePath, args: ARGUMENTS });
  project.provide('chromium', browser.wsEndpoint());
  return () => browser.close();
};
