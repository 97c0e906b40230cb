import { chromium, type Browser } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, findHeadlessChromium } from './chromium.ts';

let running: Browser | null = null;

/**
 * The Chromium in which the tests of a worker run, each in profiles of its own. It ends with the worker. One that all
 * workers share has its driver in another process: each word between a test and a page would go through it.
 */
export const takeBrowser = async (): Promise<Browser> => {
  if (running?.isConnected() !== true) {
    const executablePath = findHeadlessChromium() ?? '';
    running = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
  }
  return running;
};
