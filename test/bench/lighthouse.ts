import lighthouse from 'lighthouse';
import { type Browser, launch, type Page } from 'puppeteer-core';

import { ScriptError } from '../../scripts/support/fail.ts';
import { PAGES } from '../../src/shared/pages.ts';
import { findPictures, seedDemo, DEMO_PASSWORD, type Demo } from '../e2e/console/support/demo.ts';
import { CHROMIUM_ARGUMENTS, findChromium } from '../e2e/support/chromium.ts';
import { startServer } from '../e2e/support/server.ts';
import { openThumbnailPages } from './lighthouse/thumbnail-pages.ts';
import { type BenchOptions, type BenchRow, median } from './report.ts';

const ROUNDS = 3;
const MAX_ATTEMPTS = 6;
const NO_NAVIGATION = 'NO_NAVSTART';
const PICTURES = 12;
const MIN_SCORE = 95;
const MAX_LCP_S = 1.5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

interface Visit {
  readonly scores: Readonly<Record<(typeof CATEGORIES)[number], number>>;
  readonly lcpSeconds: number;
  readonly blockedMs: number;
  readonly bytes: number;
}

/** `--only console`, `share` or `renditions` measures a part. */
export async function run({ only }: BenchOptions): Promise<BenchRow[]> {
  return [
    ...(only === undefined || only === 'console' ? await measureSite(visitConsole) : []),
    ...(only === undefined || only === 'share' ? await measureSite(visitSharePages) : []),
    ...(only === undefined || only === 'renditions' ? await measureRenditions() : []),
  ];
}

/** A page of 60 photographs at 320 px as renditions, beside the same page with `publish`: first visits. */
async function measureRenditions(): Promise<BenchRow[]> {
  const browser = await openBrowser();
  try {
    await using pages = await openThumbnailPages();
    const page = await browser.newPage();
    const [ours, baseline] = [
      await visitOften(page, pages.renditions, true),
      await visitOften(page, pages.published, true),
    ];
    const compare = (name: string, unit: string, read: (visit: Visit) => number): BenchRow => {
      const [mine, theirs] = [ours.map(read), baseline.map(read)];
      const ratio = median(mine) / median(theirs);
      const shared = { unit, ours: mine, baseline: theirs, ratio };
      return {
        name: `60 renditions of 320 px to publish: ${name}`,
        ...shared,
        target: '< 1',
        pass: ratio < 1,
      };
    };
    return [
      compare('bytes', 'KB', ({ bytes }) => bytes / 1000),
      compare('largest paint', 's', ({ lcpSeconds }) => lcpSeconds),
    ];
  } finally {
    await browser.close();
  }
}

interface Site {
  readonly page: Page;
  readonly baseUrl: string;
  readonly demo: Demo;
}

/**
 * Lighthouse scores of a site with images and the time of the largest paint, on its simulated phone (slow 4G, a quarter
 * of the processor). Prints the audits that cost points.
 */
async function measureSite(visitPages: (site: Site) => Promise<BenchRow[]>): Promise<BenchRow[]> {
  const browser = await openBrowser();
  const server = await startServer();
  try {
    const demo = await seedDemo(server, findPictures(PICTURES));
    const { baseUrl } = server;
    return await visitPages({ page: await browser.newPage(), baseUrl, demo });
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** The start page for a visitor, and the gallery of a user with images, on first and repeat visits. */
async function visitConsole({ page, baseUrl, demo }: Site): Promise<BenchRow[]> {
  const visitPage = (path: string, isFirst: boolean) =>
    visitOften(page, new URL(path, baseUrl).href, isFirst);
  const rows = toRows('start page, first visit', await visitPage(PAGES.start, true));
  rows.push(toLargestPaint('start page, come back to', await visitPage(PAGES.start, false)));
  await signIn(page, baseUrl, demo.names.owner);
  rows.push(...toRows('gallery, first visit', await visitPage(PAGES.gallery, true)));
  rows.push(...toRows('gallery, come back to', await visitPage(PAGES.gallery, false)));
  return rows;
}

/** The pages of a public image and of a public album, for somebody who opens their links. */
async function visitSharePages({ page, baseUrl, demo }: Site): Promise<BenchRow[]> {
  const visit = (path: string) => visitOften(page, new URL(path, baseUrl).href, true);
  return [
    ...toRows('share page, first visit', await visit(demo.links.page)),
    ...toRows('shared album, first visit', await visit(demo.links.album)),
  ];
}

function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new ScriptError('There is no Chromium here.');
  return launch({ executablePath, args: CHROMIUM_ARGUMENTS });
}

async function visitOften(page: Page, url: string, isFirst: boolean): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (let attempt = 0; visits.length < ROUNDS; attempt += 1) {
    if (attempt === MAX_ATTEMPTS) throw new Error(`${url} was not measured in ${attempt} visits`);
    if (isFirst) await emptyCaches(page, url);
    const taken = await visit(page, url);
    if (taken !== null) visits.push(taken);
  }
  return visits;
}

/** Removes cached files and keeps the cookies, which Lighthouse itself would delete. */
async function emptyCaches(page: Page, url: string): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('Network.clearBrowserCache');
  await session.send('Storage.clearDataForOrigin', {
    origin: new URL(url).origin,
    storageTypes: 'service_workers,cache_storage',
  });
  await session.detach();
}

/**
 * A visit on Lighthouse's throttled phone, with the present cookies; null if the trace lacks the start of its
 * navigation, which happens occasionally.
 */
async function visit(page: Page, url: string): Promise<Visit | null> {
  const flags = { onlyCategories: [...CATEGORIES], disableStorageReset: true };
  const result = await lighthouse(url, flags, undefined, page);
  if (result === undefined) throw new Error('Lighthouse returned no result');
  const { categories, audits, finalDisplayedUrl } = result.lhr;
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`);
  if (audits['largest-contentful-paint']?.errorMessage?.includes(NO_NAVIGATION) === true) {
    console.log(`  ${url}: visited again, for ${NO_NAVIGATION}`);
    return null;
  }
  for (const category of CATEGORIES) {
    for (const { id, weight } of categories[category]?.auditRefs ?? []) {
      const audit = audits[id];
      if (weight > 0 && audit !== undefined && audit.score !== null && audit.score < 0.9) {
        console.log(`  ${url}: ${category}, ${id}: ${audit.title} ${audit.displayValue ?? ''}`);
      }
    }
  }
  const scoreOf = (category: string): number => (categories[category]?.score ?? 0) * 100;
  const numberOf = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
    },
    lcpSeconds: numberOf('largest-contentful-paint') / 1000,
    blockedMs: numberOf('total-blocking-time'),
    bytes: numberOf('total-byte-weight'),
  };
}

function toRows(name: string, visits: readonly Visit[]): BenchRow[] {
  return [
    ...CATEGORIES.map((category) =>
      toRow(
        `${name}: Lighthouse, ${category}`,
        'of 100',
        visits.map(({ scores }) => scores[category]),
        `≥ ${String(MIN_SCORE)}`,
        (score) => score >= MIN_SCORE,
      ),
    ),
    toLargestPaint(name, visits),
    toRow(
      `${name}: blocked by long tasks there`,
      'ms',
      visits.map(({ blockedMs }) => blockedMs),
      'none',
      () => true,
    ),
  ];
}

function toLargestPaint(name: string, visits: readonly Visit[]): BenchRow {
  return toRow(
    `${name}: largest paint on a throttled phone`,
    's',
    visits.map(({ lcpSeconds }) => lcpSeconds),
    `≤ ${String(MAX_LCP_S)} s`,
    (seconds) => seconds <= MAX_LCP_S,
  );
}

/** Signs the browser in; its pages share the cookies. */
async function signIn(page: Page, baseUrl: string, username: string): Promise<void> {
  await page.goto(new URL(PAGES.signIn, baseUrl).href);
  const body = JSON.stringify({ username, password: DEMO_PASSWORD });
  const status = await page.evaluate(
    `fetch('/api/v1/auth/login', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(body)} })
      .then((answer) => answer.status)`,
  );
  if (status !== 200) throw new Error(`signing in answered ${String(status)}`);
}

function toRow(
  name: string,
  unit: string,
  ours: readonly number[],
  target: string,
  isReached: (figure: number) => boolean,
): BenchRow {
  const ratio = median(ours);
  return { name, unit, ours, baseline: [], ratio, target, pass: isReached(ratio) };
}
