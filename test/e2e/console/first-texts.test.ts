import { expect, it } from 'vitest';
import { de } from '../../../src/console/text/de/index.ts';
import { en } from '../../../src/console/text/en/index.ts';
import { zh } from '../../../src/console/text/zh/index.ts';
import { describeConsole } from './support/console.ts';

/** Long enough for a page to be drawn without its texts. */
const DELAY_MS = 500;
/** Every text that the page has had. */
const RECORD = `
  globalThis.seen = new Set();
  new MutationObserver(() => seen.add(document.body?.innerText ?? ''))
    .observe(document, { subtree: true, childList: true, characterData: true });`;

describeConsole('the texts of a first visit', ({ openProfile, signUp }) => {
  it.each([
    ['de', de],
    ['zh', zh],
  ] as const)('in %s are never drawn in English first', async (locale, texts) => {
    const profile = await openProfile({ locale });
    await signUp(profile);
    const page = await profile.newPage();
    await page.addInitScript(RECORD);
    let delayed = 0;
    await page.route(/assets\/(?:everywhere|gallery)-[\w-]{8}\.js/u, async (route) => {
      delayed += 1;
      await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
      await route.continue();
    });
    await page.goto('/gallery');
    await page.getByRole('heading', { name: texts.gallery.title }).waitFor();
    await page.getByText(texts.gallery.empty).waitFor();
    expect(delayed).toBeGreaterThan(0);
    const seen = (await page.evaluate<string[]>('[...seen]')).join('\n');
    expect(seen).toContain(texts.gallery.empty);
    for (const text of [en.gallery.title, en.gallery.empty, en.common.upload, en.common.albums]) {
      expect(seen.includes(text), text).toBe(false);
    }
  });
});
