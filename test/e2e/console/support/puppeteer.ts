import { existsSync } from 'node:fs';
import { launch } from 'puppeteer-core';
import { CHROMIUM_ARGUMENTS } from '../../support/chromium.ts';
import { WINDOW_PX, type Visitor } from './visitor.ts';

const PATHS = [process.env['FIREFOX_PATH'] ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox'];
const WAIT_MS = 120_000;

/** The installed Firefox, or FIREFOX_PATH. */
export const findFirefox = (): string | undefined =>
  PATHS.find((path) => path !== '' && existsSync(path));

/** Opens Firefox by WebDriver BiDi with an empty profile. */
export const openFirefox = (executablePath: string): Promise<Visitor> =>
  open({ browser: 'firefox', executablePath });

/** Opens a full Chromium with an empty profile. */
export const openChromium = (executablePath: string): Promise<Visitor> =>
  open({ browser: 'chrome', executablePath, args: CHROMIUM_ARGUMENTS });

const open = async (options: Parameters<typeof launch>[0]): Promise<Visitor> => {
  const browser = await launch({ ...options, headless: true, defaultViewport: WINDOW_PX });
  const [first] = await browser.pages();
  const page = first ?? (await browser.newPage());
  page.setDefaultTimeout(WAIT_MS);
  const find = async (path: string, visible: boolean) => {
    const element = await page
      .waitForSelector(`xpath/${path}`, { visible })
      .catch(async (cause: unknown) => {
        const words = await page.evaluate('document.body.innerText').catch(() => 'nothing');
        throw new Error(`The page shows: ${String(words)}`, { cause });
      });
    if (element === null) throw new Error(`${path} is not there`);
    return element;
  };
  return {
    open: async (url) => void (await page.goto(url)),
    see: async (path) => void (await find(path, true)),
    press: async (path) => (await find(path, true)).click(),
    type: async (path, text) => (await find(path, true)).type(text),
    choose: async (path, files) => {
      const input = (await find(path, false)) as unknown as {
        uploadFile(...paths: string[]): Promise<void>;
      };
      await input.uploadFile(...files);
    },
    evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    [Symbol.asyncDispose]: () => browser.close(),
  };
};
