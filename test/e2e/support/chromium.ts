import { existsSync } from 'node:fs';

const PATHS = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const HEADLESS_PATH = '/usr/bin/chromium-headless-shell';

export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The installed Chromium, or CHROMIUM_PATH. */
export const findChromium = (): string | undefined =>
  PATHS.find((path) => path !== '' && existsSync(path));

/** The headless shell if installed: pages take a third of the time. */
export const findHeadlessChromium = (): string | undefined => {
  const isChosen = process.env['CHROMIUM_PATH'] !== undefined;
  return !isChosen && existsSync(HEADLESS_PATH) ? HEADLESS_PATH : findChromium();
};
