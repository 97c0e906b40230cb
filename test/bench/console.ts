import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { ScriptError } from '../../scripts/support/fail.ts';
import { PAGES } from '../../src/shared/pages.ts';
import { signIn } from '../e2e/console/support/console.ts';
import { timeJumps } from '../e2e/console/support/jump.ts';
import { readMemory, type Memory } from '../e2e/console/support/read-memory.ts';
import { CHROMIUM_ARGUMENTS, findChromium } from '../e2e/support/chromium.ts';
import { insertPerson } from '../e2e/support/insert-person.ts';
import { startServer, type Server } from '../e2e/support/server.ts';
import { takePhotograph } from '../unit/imaging/fixtures/sharp-images.ts';
import { fillLibrary } from './console/fill-library.ts';
import { PLAIN_PATH, startLibraryServer, startPictureServer } from './console/library-server.ts';
import { scrollPage, type Scrolling } from './console/scroll.ts';
import { timeUpload, type UploadSteps } from './console/upload-steps.ts';
import { explain, median, quantile, type BenchOptions, type BenchRow } from './report.ts';

const ROUNDS = 3;
const LIBRARY = 100_000;
const JUMP_MAX_MS = 300;
/** Then what is around the last jump is being read. */
const PAUSE_MS = 450;
const GROWTH_MAX = 1.1;
const VIEWPORT = { width: 1280, height: 720 };
/** Images scrolled through before the measurement, as after a long visit. */
const LOADED = 20_000;
/** 24 megapixels; from Debian's package lomiri-wallpapers-20.04. */
const PHOTOGRAPH = '/usr/share/backgrounds/Painting-Colors_by__herobrine7gamer.jpg';
const MEGAPIXELS_24 = { width: 6000, height: 4000 };
const VARS = { REGISTRATIONS_PER_IP: '1000', LOGIN_ATTEMPTS_PER_IP: '1000' };

/**
 * The console in Chromium: dropped frames while scrolling a gallery of 100,000 images, beside a page with static rows;
 * the time from a press on its scrubber to the images of another month (`--only jump`), also through the Worker and its
 * database (`--only real-jump`);
 * and the seconds of a 24-megapixel picture from drop to link, by step.
 */
export const run = async ({ only }: BenchOptions): Promise<BenchRow[]> => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new ScriptError('There is no Chromium here.');
  const server = await startServer({ vars: VARS });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
  try {
    return [
      ...(only === 'scroll' || only === undefined ? await measureScrolling(browser, server) : []),
      ...(only === 'jump' || only === undefined ? await measureJumps(browser, server) : []),
      ...(only === 'real-jump' || only === undefined
        ? await measureRealJumps(browser, server)
        : []),
      ...(only === 'upload' || only === undefined ? await measureUploads(browser, server) : []),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
};

const measureScrolling = async (browser: Browser, server: Server): Promise<BenchRow[]> => {
  await using library = await startLibraryServer(server.baseUrl, LIBRARY);
  const plain = await (await browser.newContext({ baseURL: library.baseUrl })).newPage();
  await plain.goto(PLAIN_PATH);
  const gallery = await openSignedIn(
    browser,
    { ...server, baseUrl: library.baseUrl },
    PAGES.gallery,
  );
  await loadMany(gallery);
  const ours: Scrolling[] = [];
  const baseline: Scrolling[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await plain.bringToFront();
    await plain.evaluate('scrollTo(0, 0)');
    baseline.push(await scrollPage(plain, 'img'));
    await gallery.bringToFront();
    ours.push(await scrollPage(gallery, '.gallery-cell'));
  }
  const toRow = (name: string, figure: keyof Scrolling): BenchRow => {
    const samples = ours.map((scrolling) => scrolling[figure]);
    return {
      name,
      unit: '‰',
      ours: samples,
      baseline: baseline.map((scrolling) => scrolling[figure]),
      ratio: median(samples) / median(baseline.map((scrolling) => scrolling[figure])),
      target: 'none dropped',
      pass: median(samples) === 0,
    };
  };
  return [
    toRow('gallery of 100,000: frames dropped while a wheel turns', 'droppedPerMille'),
    toRow('gallery of 100,000: frames with a blank place', 'blankPerMille'),
  ];
};

const measureJumps = async (browser: Browser, server: Server): Promise<BenchRow[]> => {
  await using library = await startLibraryServer(server.baseUrl, LIBRARY);
  const page = await openSignedIn(browser, { ...server, baseUrl: library.baseUrl }, PAGES.gallery);
  await page.locator('.scrubber').waitFor();
  // Loads its code.
  await timeJumps(page, 0);
  const before = await readMemory(page);
  const times: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) times.push(...(await timeJumps(page, round)));
  const after = await readMemory(page);
  const toRow = (name: string, unit: string, figure: keyof Memory): BenchRow => ({
    name: `gallery of 100,000: ${name} after 40 jumps, to those after 10`,
    unit,
    ours: [after[figure]],
    baseline: [before[figure]],
    ratio: after[figure] / before[figure],
    target: `≤ ${GROWTH_MAX} ×`,
    pass: after[figure] / before[figure] <= GROWTH_MAX,
  });
  return [
    {
      ...explain('gallery of 100,000: from a press on the scrubber to images', 'ms', times),
      target: '≤ 300 in 95 of 100',
      pass: quantile(times, 0.95) <= JUMP_MAX_MS,
    },
    toRow('objects', 'KB', 'kilobytes'),
    toRow('nodes', 'nodes', 'nodes'),
  ];
};

/** The same through the Worker and its database, with the pictures of a few photographs. */
const measureRealJumps = async (browser: Browser, server: Server): Promise<BenchRow[]> => {
  const username = insertPerson(server);
  const imageIds = await fillLibrary(server, username, LIBRARY);
  await using library = await startPictureServer(server.baseUrl, imageIds);
  const profile = await browser.newContext({ baseURL: library.baseUrl, viewport: VIEWPORT });
  await signIn(profile, username);
  const page = await profile.newPage();
  await page.goto(PAGES.gallery);
  await page.locator('.scrubber').waitFor();
  await timeJumps(page, 0);
  const times: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) times.push(...(await timeJumps(page, round)));
  const paused: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    paused.push(...(await timeJumps(page, ROUNDS + round, PAUSE_MS)));
  }
  const { droppedPerMille, blankPerMille } = await scrollPage(page, '.gallery-cell');
  const name = '100,000 rows in D1';
  return [
    {
      ...explain(`${name}: from a press on the scrubber to images`, 'ms', times),
      target: '≤ 300 in 95 of 100',
      pass: quantile(times, 0.95) <= JUMP_MAX_MS,
    },
    explain(`${name}: the same, 95 of 100`, 'ms', [quantile(times, 0.95)]),
    {
      ...explain(`${name}: the press ${String(PAUSE_MS)} ms after the last images`, 'ms', paused),
      target: '≤ 300 in 95 of 100',
      pass: quantile(paused, 0.95) <= JUMP_MAX_MS,
    },
    explain(`${name}: that, 95 of 100`, 'ms', [quantile(paused, 0.95)]),
    explain(`${name}: frames dropped while a wheel turns`, '‰', [droppedPerMille]),
    explain(`${name}: frames with a blank place`, '‰', [blankPerMille]),
  ];
};

const measureUploads = async (browser: Browser, server: Server): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-bench-'));
  try {
    const path = existsSync(PHOTOGRAPH) ? PHOTOGRAPH : join(folder, 'drawn.jpg');
    if (path !== PHOTOGRAPH) await takePhotograph(MEGAPIXELS_24).jpeg().toFile(path);
    const uploads: UploadSteps[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // A separate account for each: a repeated picture would be detected as a duplicate.
      const page = await openSignedIn(browser, server, PAGES.upload);
      uploads.push(await timeUpload(page, path));
      await page.context().close();
    }
    const steps = ['prepare', 'send', 'publish'] as const;
    return steps.map((step) => {
      const ours = uploads.map((upload) => upload[step]);
      const name = `24 megapixels from drop to link: ${step}`;
      return explain(name, 's', ours);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const openSignedIn = async (browser: Browser, server: Server, path: string): Promise<Page> => {
  const { baseUrl: baseURL } = server;
  const profile = await browser.newContext({ baseURL, viewport: VIEWPORT });
  await signIn(profile, insertPerson(server));
  const page = await profile.newPage();
  await page.goto(path);
  return page;
};

/** Scrolls window by window, as fast as the list arrives. */
const loadMany = async (page: Page): Promise<void> => {
  await page.getByRole('grid').waitFor();
  await page.evaluate(`new Promise((resolve) => {
    const watch = () => {
      if (document.querySelector('.gallery-awaited-cell') === null) scrollBy(0, 2 * innerHeight);
      const last = [...document.querySelectorAll('[data-index]')].at(-1)?.dataset.index;
      if (Number(last) >= ${String(LOADED)}) resolve();
      else setTimeout(watch, 20);
    };
    watch();
  })`);
};
