import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

export type ProfileOptions = { readonly baseURL: string } & Parameters<Browser['newContext']>[0];

export interface UsedProfile {
  readonly options: ProfileOptions;
  readonly profile: BrowserContext;
  readonly page: Page;
  /** Of the page. */
  readonly devtools: CDPSession;
  readonly origin: string;
  /** As the page was opened. */
  readonly viewport: ReturnType<Page['viewportSize']>;
}

/** Of pages and of profiles, without those of their end, which the driver needs. */
const EVENTS = `
  backgroundpage console dialog domcontentloaded download filechooser frameattached
  framedetached framenavigated load page pageerror popup request requestfailed
  requestfinished response serviceworker weberror websocket worker`
  .trim()
  .split(/\s+/u);

/** Isolated as the console's pages are, or it would have another process. */
const BLANK = {
  contentType: 'text/html',
  headers: {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  },
  body: '<!doctype html>',
};

/** Leaves one blank page, as in a new profile, whose HTTP cache is full. Only `origin` may have stored something. */
export const eraseProfile = async (used: UsedProfile): Promise<void> => {
  const { profile, page, devtools, origin } = used;
  for (const type of EVENTS) {
    page.removeAllListeners(type);
    profile.removeAllListeners(type);
  }
  // Ends all that runs in the page before the routes that it had.
  await page.route(`${origin}/blank`, (route) => route.fulfill(BLANK));
  await page.goto(`${origin}/blank`);
  const others = profile.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await profile.unrouteAll({ behavior: 'ignoreErrors' });
  await resetEmulation(used);
  await page.evaluate("sessionStorage.clear(); name = ''");
  await page.mouse.move(0, 0);
  await profile.clearCookies();
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.send('Page.resetNavigationHistory');
};

const resetEmulation = async ({ profile, page, options, viewport }: UsedProfile): Promise<void> => {
  const { colorScheme, contrast, forcedColors, reducedMotion, permissions } = options;
  await page.emulateMedia({
    media: null,
    colorScheme: colorScheme ?? 'light',
    contrast: contrast ?? 'no-preference',
    forcedColors: forcedColors ?? 'none',
    reducedMotion: reducedMotion ?? 'no-preference',
  });
  if (viewport !== null) await page.setViewportSize(viewport);
  await profile.setOffline(false);
  await profile.clearPermissions();
  if (permissions !== undefined) await profile.grantPermissions(permissions);
};
