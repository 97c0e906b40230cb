import { expect, it } from 'vitest';
import type { Language } from '../../../src/shared/languages.ts';
import { de } from '../../../src/console/text/de/index.ts';
import { en } from '../../../src/console/text/en/index.ts';
import { zh } from '../../../src/console/text/zh/index.ts';
import { describeConsole, failOnErrors } from './support/console.ts';
import { hold } from './support/hold.ts';

const CATALOGUES = { de, en, zh };
const NO_SCRIPT: Readonly<Record<Language, string>> = {
  en: 'Tintype needs JavaScript. The API does not.',
  de: 'Tintype benötigt JavaScript, die API nicht.',
  zh: 'Tintype 需要 JavaScript，API 则不需要。',
};
const SHELL_SCRIPT = '**/assets/shell-*.js';

describeConsole('the start page', ({ openProfile, signUp }) => {
  it('works without scripts in the browser’s language, and its links work', async () => {
    for (const [language, text] of Object.entries(CATALOGUES)) {
      const profile = await openProfile({ locale: language, javaScriptEnabled: false });
      const page = await profile.newPage();
      await page.goto('/');
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      await page.getByRole('heading', { level: 1, name: text.start.heading }).waitFor();
      expect(await page.getByRole('link', { name: text.common.register }).count()).toBe(1);
      expect(await page.getByRole('button').count()).toBe(0);
      expect(await page.title()).toBe(`${text.start.heading} – Tintype`);
      const words = await page.locator('.no-script').innerText();
      expect(words).toBe(NO_SCRIPT[language as Language]);
      expect(await page.getByText(text.start.choose).isVisible()).toBe(false);
      await profile.close();
    }
  });

  it('has one left edge with its header at every width', async () => {
    const page = await (await openProfile()).newPage();
    await page.goto('/');
    for (const width of [360, 768, 1280, 1920, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const [brand, heading] = await page.evaluate<
        [number, number]
      >(`['.brand', 'h1'].map((name) => {
        const text = document.createRange();
        text.selectNodeContents(document.querySelector(name));
        return text.getBoundingClientRect().left;
      })`);
      expect(brand, `at ${String(width)} px`).toBeCloseTo(heading, 0);
    }
  });

  it('is hydrated in place by the console, and keeps the focus', async () => {
    const page = await (await openProfile()).newPage();
    failOnErrors(page);
    const shell = await hold(page, SHELL_SCRIPT);
    await page.goto('/', { waitUntil: 'commit' });
    const register = page.getByRole('link', { name: en.common.register });
    await register.focus();
    const [link, heading] = [
      await register.elementHandle(),
      await page.getByRole('heading', { level: 1 }).elementHandle(),
    ];
    shell.open();
    await page.locator('html:not([data-drawn])').waitFor();
    expect(await page.title()).toBe(`${en.start.heading} – Tintype`);
    expect(await link?.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
    await page.getByRole('button', { name: en.common.menu }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: de.start.heading }).waitFor();
  });

  it('stays as served when its script fails to load, and the rest of the window works', async () => {
    const page = await (await openProfile()).newPage();
    failOnErrors(page);
    const startPage = await hold(page, '**/assets/start-page-*.js');
    await page.goto('/', { waitUntil: 'commit' });
    const heading = page.getByRole('heading', { level: 1, name: en.start.heading });
    const drawn = await heading.elementHandle();
    await startPage.isAsked;
    await page.getByRole('button', { name: en.common.menu }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
    expect(await heading.count()).toBe(1);
    startPage.open();
    await page.getByText('up to 15 MB each').waitFor();
    expect(await heading.count()).toBe(1);
  });

  it('shows figures from a thousand photos on, and a picture that fits the window', async () => {
    for (const [images, windowPx, pixelRatio, picturePx] of [
      [999, 360, 1, 720],
      // The phone of Lighthouse.
      [999, 412, 1.75, 720],
      [1000, 1280, 1, 1264],
    ] as const) {
      const profile = await openProfile({ deviceScaleFactor: pixelRatio });
      const page = await profile.newPage();
      await page.setViewportSize({ width: windowPx, height: 800 });
      failOnErrors(page);
      const stats = { images, users: 3, views: 7, storage_used: 9 };
      const answered = page.waitForResponse('**/public/stats');
      await page.route('**/public/stats', (route) =>
        route.fulfill({ json: { code: 0, message: 'ok', data: stats } }),
      );
      await page.goto('/');
      await answered;
      await page.getByText('up to 15 MB each').waitFor();
      const figures = page.getByText(en.start.statistics);
      if (images === 1000) await figures.waitFor();
      else expect(await figures.count()).toBe(0);
      const picture = page.getByRole('img', { name: en.start.picture });
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() =>
          page.evaluate(
            "createImageBitmap(document.querySelector('.start-picture')).then(({ width }) => width)",
          ),
        )
        .toBe(picturePx);
    }
  });

  it('is hydrated with the chosen theme marked in its menu', async () => {
    const profile = await openProfile();
    await profile.addInitScript(() => localStorage.setItem('theme', 'dark'));
    const page = await profile.newPage();
    failOnErrors(page);
    await page.goto('/');
    await page.getByRole('button', { name: en.common.menu }).click();
    const { themes, theme } = en.common;
    const chosen = page
      .getByRole('group', { name: theme })
      .getByRole('menuitemradio', { checked: true });
    expect(await chosen.allTextContents()).toEqual([themes.dark]);
    await page.getByRole('menuitemradio', { name: themes.light }).click();
    await page.getByRole('button', { name: en.common.menu }).click();
    expect(await chosen.allTextContents()).toEqual([themes.light]);
  });

  it('never flashes in another language than the chosen one', async () => {
    const profile = await openProfile();
    await profile.addInitScript(() => localStorage.setItem('language', 'de'));
    const page = await profile.newPage();
    failOnErrors(page);
    const shell = await hold(page, SHELL_SCRIPT);
    await page.goto('/', { waitUntil: 'commit' });
    const english = page.getByText(en.start.lead);
    await english.waitFor({ state: 'attached' });
    await page.getByText('Tintype', { exact: true }).waitFor();
    // The first frame waits for the styles.
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await english.isVisible()).toBe(false);
    shell.open();
    await page.getByRole('heading', { level: 1, name: de.start.heading }).waitFor();
    expect(await english.count()).toBe(0);
  });

  it('is not drawn for a signed-in person, who gets the gallery', async () => {
    const profile = await openProfile();
    await signUp(profile);
    const page = await profile.newPage();
    failOnErrors(page);
    const answer = await page.goto('/', { waitUntil: 'commit' });
    expect(await answer?.text()).not.toContain(en.start.lead);
    await page.waitForURL('**/gallery');
  });
});
