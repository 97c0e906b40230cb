// Takes screenshots of every page of the console: npm run screenshots -- [part of a name …]
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import {
  findPictures,
  PEOPLE,
  seedDemo,
  DEMO_PASSWORD,
  type Person,
  type Demo,
} from '../test/e2e/console/support/demo.ts';
import { openView, settle, type View } from '../test/e2e/console/support/open-view.ts';
import { SEEN_VIEWS, VIEWS } from '../test/e2e/console/support/views.ts';
import { CHROMIUM_ARGUMENTS, findChromium } from '../test/e2e/support/chromium.ts';
import { startServer } from '../test/e2e/support/server.ts';
import { LANGUAGES, type Language } from '../src/shared/languages.ts';
import { runScript, ScriptError } from './support/fail.ts';
import { ROOT } from './support/wrangler.ts';

const FOLDER = join(ROOT, 'dist', 'screenshots');
const WIDTHS = [360, 768, 1280, 1920, 2560] as const;
const THEMES = ['light', 'dark'] as const;
const HEIGHT = 800;
/** Chromium draws no higher picture. */
const PAGE_MAX_HEIGHT = 16_384;
const PICTURES = 14;
const VARS = {
  LOGIN_FAILURES_PER_IP: '100',
  LOGIN_FAILURES_PER_USERNAME: '100',
  UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: '100',
};

await runScript(async () => main(process.argv.slice(2)));

async function main(parts: readonly string[]): Promise<number> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new ScriptError('Chromium is missing: install it, or set CHROMIUM_PATH.');
  }
  const views = [...VIEWS, ...SEEN_VIEWS].filter(
    ({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)),
  );
  if (views.length === 0) throw new ScriptError('No page name matches.');
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const server = await startServer({ vars: VARS });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
  try {
    const demo = await seedDemo(server, findPictures(PICTURES));
    let taken = 0;
    for (const language of Object.keys(LANGUAGES) as Language[]) {
      for (const person of PEOPLE) {
        const seen = views.filter(({ as }) => as === person);
        if (seen.length > 0) taken += await takeAll(browser, demo, person, language, seen);
      }
    }
    console.log(`${String(taken)} screenshots in ${relative(ROOT, FOLDER)}`);
    return 0;
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function takeAll(
  browser: Browser,
  demo: Demo,
  person: Person,
  language: Language,
  views: readonly View[],
): Promise<number> {
  const profile = await browser.newContext({
    baseURL: demo.baseUrl,
    locale: language,
    reducedMotion: 'reduce',
    deviceScaleFactor: 1,
  });
  await signIn(profile, demo, person);
  // The views press what they name in English.
  await profile.addInitScript("if (top === self) localStorage.setItem('language', 'en')");
  const page = await profile.newPage();
  let taken = 0;
  for (const view of views) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await openView(page, view, demo);
      if (page.viewportSize()?.width !== width) {
        throw new ScriptError(`${view.name} has changed the width of the window.`);
      }
      if (language !== 'en') {
        await page.evaluate(chooseLanguage(language));
        await settle(page);
      }
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme });
        const suffix = language === 'en' ? '' : `-${language}`;
        const name = `${view.name}-${String(width)}-${colorScheme}${suffix}.png`;
        const height = await page.evaluate<number>('document.documentElement.scrollHeight');
        const fullPage = height <= PAGE_MAX_HEIGHT;
        await page.screenshot({ path: join(FOLDER, name), fullPage });
        taken += 1;
      }
    }
  }
  await profile.close();
  return taken;
}

/** In the menu, which may stand open. Pages of the Worker have none, and are in the browser's language. */
function chooseLanguage(language: Language): string {
  return `{
    const menu = document.querySelector(':popover-open');
    const focused = document.activeElement;
    [...document.querySelectorAll('[role=menuitemradio]')]
      .find(({ textContent }) => textContent === '${LANGUAGES[language]}')
      ?.click();
    document.activeElement.blur();
    focused.focus({ preventScroll: true });
    document.querySelector('[aria-controls="' + menu?.id + '"]')?.click();
  }`;
}

async function signIn(profile: BrowserContext, demo: Demo, person: Person): Promise<void> {
  if (person === 'nobody') return;
  const answer = await profile.request.post(`${demo.baseUrl}/api/v1/auth/login`, {
    data: { username: demo.names[person], password: DEMO_PASSWORD },
  });
  if (!answer.ok()) throw new Error(`${person} cannot sign in: ${await answer.text()}`);
}
