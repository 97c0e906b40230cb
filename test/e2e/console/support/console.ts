import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import { ApiError } from '../../../../src/client/errors.ts';
import { findHeadlessChromium } from '../../support/chromium.ts';
import { insertPerson, PASSWORD } from '../../support/insert-person.ts';
import { retryWhileBusy } from '../../support/retry-while-busy.ts';
import { takeBrowser } from '../../support/take-browser.ts';
import { useSharedServer } from '../../support/use-shared-server.ts';
import { takeProfile } from './spare-profiles.ts';

/** A busy machine may delay a browser beyond a page's timeout once. */
export const BROWSER_TEST = { timeout: 300_000, retry: 1 };

/** Long enough for a busy machine. */
const WAIT_MS = 20_000;

export { PASSWORD };

type ProfileOptions = Parameters<Browser['newContext']>[0];

export interface Console {
  readonly baseUrl: string;
  readonly persistTo: string;
  /** Opens a profile for several tests, which its caller closes. */
  newProfile(options?: ProfileOptions): Promise<BrowserContext>;
  /** Opens a profile without a trace of other tests: cookies, storage, permissions. It ends with the test. */
  openProfile(options?: ProfileOptions): Promise<BrowserContext>;
  /** Opens a page in a new profile; its errors and CSP violations fail the test. */
  openPage(path: string, options?: ProfileOptions): Promise<Page>;
  /** Signs a new person in with a profile, and returns the name. */
  signUp(profile: BrowserContext): Promise<string>;
  /**
   * Opens a page with a new person signed in, and returns the person's name beside it. Without a path it stays blank,
   * since a page load costs as much as a short test.
   */
  openSignedIn(
    path: string | null,
    options?: ProfileOptions,
  ): Promise<{ page: Page; username: string }>;
}

/** Declares tests that run in their worker's Chromium against the shared server. */
export const describeConsole = (title: string, declare: (console: Console) => void): void => {
  describe.skipIf(findHeadlessChromium() === undefined)(title, BROWSER_TEST, () => {
    const { baseUrl, persistTo } = useSharedServer();
    let browser: Browser;
    beforeAll(async () => {
      browser = await takeBrowser();
    });

    const usual = {
      baseURL: baseUrl,
      locale: 'en-US',
      reducedMotion: 'reduce',
      // Tests see requests of pages; only tests of the service worker enable it.
      serviceWorkers: 'block',
    } as const;
    const newProfile: Console['newProfile'] = async (options) => {
      const profile = await browser.newContext({ ...usual, ...options });
      profile.setDefaultTimeout(WAIT_MS);
      return profile;
    };
    const openProfile: Console['openProfile'] = async (options) => {
      const { profile, giveBack } = await takeProfile(browser, { ...usual, ...options });
      profile.setDefaultTimeout(WAIT_MS);
      onTestFinished(({ task }) => giveBack(task.result?.state === 'pass'));
      return profile;
    };
    const openPage: Console['openPage'] = async (path, options) => {
      const profile = await openProfile(options);
      const page = await profile.newPage();
      failOnErrors(page);
      await page.goto(path);
      return page;
    };
    const signUp: Console['signUp'] = async (profile) => {
      const username = insertPerson({ persistTo });
      await signIn(profile, username);
      return username;
    };
    const openSignedIn: Console['openSignedIn'] = async (path, options) => {
      const profile = await openProfile(options);
      const username = await signUp(profile);
      const page = await profile.newPage();
      failOnErrors(page);
      if (path !== null) await page.goto(path);
      return { page, username };
    };
    declare({ baseUrl, persistTo, newProfile, openProfile, openPage, signUp, openSignedIn });
  });
};

/** Signs a profile in by the API, which sets its cookies. */
export const signIn = async (profile: BrowserContext, username: string): Promise<void> => {
  const data = { username, password: PASSWORD };
  await retryWhileBusy(async () => {
    const answer = await profile.request.post('/api/v1/auth/login', { data });
    if (!answer.ok()) throw new ApiError(answer.status(), 0, await answer.text(), null);
  });
};

/** Uncaught errors, error logs and violations of the Content-Security-Policy fail the test. */
export const failOnErrors = (page: Page): void => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // Browsers also log refused requests there; tests check the page's reaction instead.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      errors.push(message.text());
    }
  });
  onTestFinished(() => expect(errors).toEqual([]));
};
