import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import type { Demo, Person } from './demo.ts';

const SETTLE_MS = 20_000;
const POLL_MS = 50;
const STILL_LOOKS = 3;

/** A page in one of its states, for one viewer. */
export interface View {
  /** Also used as a file name. */
  readonly name: string;
  readonly as: Person;
  readonly path: string | ((demo: Demo) => string);
  /** Brings the loaded page into the state. */
  readonly act?: (page: Page) => Promise<void>;
  /** Changes answers of calls before the page opens. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/**
 * Opens a page in its state, and waits until it has loaded. Navigates from the present view by a link if possible, at a
 * fraction of the cost of a load.
 */
export async function openView(
  page: Page,
  view: View,
  demo: Demo,
  from: View | null = null,
): Promise<void> {
  const { prepare, path } = view;
  watchRequests(page);
  await page.unrouteAll();
  await prepare?.(page);
  const url = new URL(typeof path === 'string' ? path : path(demo), demo.baseUrl);
  const shown = new URL(page.url());
  // Actions and failures of a page may persist.
  const isClean = from !== null && from.act === undefined && from.prepare === undefined;
  if (!isClean || prepare !== undefined) await page.goto(url.href);
  else if (shown.pathname !== url.pathname) await follow(page, url);
  else if (shown.search !== url.search) await page.goto(url.href);
  await settle(page);
  if (view.act !== undefined) {
    await view.act(page);
    await settle(page);
  }
}

/** Follows a link within the console. Each page sets its title when it appears. */
async function follow(page: Page, { href }: URL): Promise<void> {
  await page.evaluate(`{
    document.title = '';
    const link = Object.assign(document.createElement('a'), { href: '${href}' });
    document.body.append(link);
    link.click();
    link.remove();
  }`);
  const deadline = Date.now() + SETTLE_MS;
  while ((await page.title()) === '') {
    if (Date.now() > deadline) throw new Error(`${href} is not shown`);
    await sleep(POLL_MS);
  }
}

/** Waits until a page and its images have loaded. */
export async function settle(page: Page): Promise<void> {
  const pending = watchRequests(page);
  await page.getByRole('heading').first().waitFor();
  const deadline = Date.now() + SETTLE_MS;
  // Playwright's waitForFunction evaluates strings, which the page's policy forbids.
  for (let still = 0; still < STILL_LOOKS;) {
    if (Date.now() > deadline) throw new Error(`${page.url()} goes on loading`);
    await sleep(POLL_MS);
    const isStill = pending.size === 0 && (await page.evaluate<boolean>(IS_SETTLED));
    still = isStill ? still + 1 : 0;
  }
}

const watched = new WeakMap<Page, Set<Request>>();

/** Pending requests of a page. */
function watchRequests(page: Page): ReadonlySet<Request> {
  const known = watched.get(page);
  if (known !== undefined) return known;
  const pending = new Set<Request>();
  watched.set(page, pending);
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

/** A spinner below a heading means work of the service, not a load of the page. */
const IS_SETTLED = `document.querySelector('main .spinner:not(h2 ~ *), main [aria-busy="true"]') === null
  && [...document.images].every((image) => image.complete || image.loading === 'lazy')
  && document.fonts.status === 'loaded'`;
