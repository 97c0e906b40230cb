import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { eraseProfile, type ProfileOptions, type UsedProfile } from './erase-profile.ts';

/*
 * A page in a profile that has its HTTP cache, compiled code and renderer process costs half as much as one in a new
 * profile. So a worker keeps profiles from test to test. All that a site stores is erased between them. A profile whose
 * test may have left anything else is closed: one that failed, left the origin, or called more than `HARMLESS` methods.
 */

/** What these methods do ends with the document, or is undone by `eraseProfile`. */
const HARMLESS = {
  page: /^(?:_|getBy|waitFor|(?:bringToFront|content|context|emulateMedia|evaluate|frameLocator|frames|goBack|goForward|goto|isClosed|locator|mainFrame|reload|route|setViewportSize|title|unroute|unrouteAll|url|viewportSize|workers)$)/u,
  profile:
    /^(?:_|(?:addCookies|browser|clearCookies|clearPermissions|cookies|grantPermissions|isClosed|newPage|pages|route|setDefaultTimeout|setOffline|unroute|unrouteAll|waitForEvent)$)/u,
  keyboard: /^(?:_|insertText|press|type)/u,
  mouse: /^(?:_|click|dblclick|move|up|wheel)/u,
  none: /^_/u,
};

/** Tests use up to three profiles at once; some differ in a permission or in the window's size. */
const MAX_SPARE = 5;

interface Kept extends UsedProfile {
  /** The profile's own, which opens further pages. */
  readonly openPage: BrowserContext['newPage'];
  isSpent: boolean;
}

export interface TakenProfile {
  readonly profile: BrowserContext;
  /** Keeps the profile for another test if this one has passed, and closes it otherwise. */
  giveBack(hasPassed: boolean): Promise<void>;
}

const spare: Kept[] = [];

/** A profile without a trace of another test; its first new page opens at once. */
export const takeProfile = async (
  browser: Browser,
  options: ProfileOptions,
): Promise<TakenProfile> => {
  const at = spare.findLastIndex((kept) => isDeepStrictEqual(kept.options, options));
  const kept = spare.splice(at, at === -1 ? 0 : 1)[0] ?? (await makeProfile(browser, options));
  if (kept.profile.browser()?.isConnected() !== true) return takeProfile(browser, options);
  handOut(kept);
  return { profile: kept.profile, giveBack: (hasPassed) => giveBack(kept, hasPassed) };
};

const makeProfile = async (browser: Browser, options: ProfileOptions): Promise<Kept> => {
  const profile = await browser.newContext(options);
  const openPage = profile.newPage.bind(profile);
  const page = await openPage();
  const devtools = await profile.newCDPSession(page);
  const { origin } = new URL(options.baseURL);
  const viewport = page.viewportSize();
  // A service worker would answer for the blank page.
  const isSpent = options.serviceWorkers !== 'block';
  const kept: Kept = { options, profile, openPage, page, devtools, origin, viewport, isSpent };
  const spend = (): void => {
    kept.isSpent = true;
  };
  const watched = [
    [page, HARMLESS.page],
    [profile, HARMLESS.profile],
    [page.keyboard, HARMLESS.keyboard],
    [page.mouse, HARMLESS.mouse],
    [page.clock, HARMLESS.none],
  ] as const;
  for (const [target, harmless] of watched) callBefore(target, harmless, spend);
  return kept;
};

/** Calls `spend` before each method of a class that is not harmless. */
const callBefore = (target: object, harmless: RegExp, spend: () => void): void => {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(target));
  for (const name of names.filter((each) => each !== 'constructor' && !harmless.test(each))) {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== 'function') continue;
    Reflect.set(target, name, (...given: unknown[]): unknown => {
      spend();
      return Reflect.apply(method, target, given);
    });
  }
};

/** A session of the developer tools that leaves nothing once it is detached: the profile is kept. */
export const openDevtools = (page: Page): Promise<CDPSession> => {
  const profile = page.context();
  const own = Object.getPrototypeOf(profile) as BrowserContext;
  return own.newCDPSession.call(profile, page);
};

const handOut = (kept: Kept): void => {
  const { profile, openPage, page, origin } = kept;
  const watch = (opened: Page): void => {
    opened.on('framenavigated', (frame) => {
      const { protocol, origin: current } = new URL(frame.url());
      if (protocol.startsWith('http') && current !== origin) kept.isSpent = true;
    });
  };
  watch(page);
  profile.on('page', watch);
  profile.newPage = () => {
    profile.newPage = openPage;
    return Promise.resolve(page);
  };
};

const hasErased = (kept: Kept): Promise<boolean> =>
  eraseProfile(kept).then(
    () => true,
    () => false,
  );

const giveBack = async (kept: Kept, hasPassed: boolean): Promise<void> => {
  const isErased = hasPassed && !kept.isSpent && (await hasErased(kept));
  // A call may have come late.
  if (!isErased || kept.isSpent) return kept.profile.close();
  spare.push(kept);
  if (spare.length > MAX_SPARE) await spare.shift()?.profile.close();
};
