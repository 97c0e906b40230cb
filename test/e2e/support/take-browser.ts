import { chromium, type Browser } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, findHeadlessChromium } from './chromium.ts';

/** Frames cross no border of processes: the browser takes 4 % less processor time. */
const ARGUMENTS = [...CHROMIUM_ARGUMENTS, '--in-process-gpu'];

let running: Browser | null = null;

/**
 * The Chromium of a test worker, with separate profiles for each test. It ends with the worker. One shared by all workers
 * would have its driver in another process, with slower messages.
 */
export const takeBrowser = async (): Promise<Browser> => {
  if (running?.isConnected() !== true) {
    const executablePath = findHeadlessChromium() ?? '';
    running = await chromium.launch({ executablePath, args: ARGUMENTS });
  }
  return running;
};
