import { expect, it } from 'vitest';
import { findBarriers, findDialogBarriers } from './support/accessible.ts';
import { describeConsole } from './support/console.ts';
import { fakeLibrary } from './support/fake-library.ts';

/** Notes the names of the elements that each transition turns into another. */
const NOTE_TRANSITIONS = `
  globalThis.moved = [];
  const start = Document.prototype.startViewTransition;
  const readNames = () => [...document.querySelectorAll('[style]')]
    .map((element) => element.style.viewTransitionName).filter(Boolean);
  Document.prototype.startViewTransition = function (update) {
    const before = readNames();
    const transition = start.call(this, update);
    void transition.updateCallbackDone.then(() => moved.push([...before, ...readNames()].join()));
    return transition;
  };
`;

describeConsole('the way between gallery and viewer', ({ openSignedIn }) => {
  it('turns the cell into the picture and back, unless motion is reduced', async () => {
    const { page } = await openSignedIn(null, { reducedMotion: 'no-preference' });
    await page.addInitScript(NOTE_TRANSITIONS);
    await fakeLibrary(page, 3);
    await page.goto('/gallery');
    const cell = page.getByRole('gridcell', { name: 'Picture 2' });
    const shown = page.getByRole('heading', { name: 'Picture 2' });
    const readMoved = () => page.evaluate<string[]>('moved');
    const goBack = async () => {
      await page.getByRole('link', { name: 'Gallery' }).click();
      await expect
        .poll(() => page.locator('[data-index]:focus').getAttribute('aria-label'))
        .toBe('Picture 2');
    };
    // The first way loads the viewer's code, which may take longer than a transition waits.
    await cell.getByRole('link').click();
    await shown.waitFor();
    await goBack();
    await expect.poll(async () => (await readMoved()).length).toBe(2);
    await page.evaluate('moved = []');

    await cell.getByRole('link').click();
    await shown.waitFor();
    await expect.poll(readMoved).toEqual(['image-2,image-2']);
    await goBack();
    await expect.poll(readMoved).toEqual(['image-2,image-2', 'image-2,image-2']);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.keyboard.press('Enter');
    await shown.waitFor();
    await page.keyboard.press('Escape');
    await cell.waitFor();
    expect(await readMoved()).toHaveLength(2);
  });
});

describeConsole('the filmstrip of the viewer', ({ openSignedIn }) => {
  it('shows a library of 100,000 by few elements, and leads to its images', async () => {
    const { page } = await openSignedIn(null);
    const { asked } = await fakeLibrary(page, 100_000);
    await page.goto('/images/99950');
    await page.getByText('51 of 100,000').waitFor();
    await page.keyboard.press('t');
    const strip = page.getByRole('navigation', { name: 'Filmstrip' });
    const current = strip.locator('[aria-current]');
    await expect.poll(() => current.getAttribute('aria-label')).toBe('Picture 99950');
    await expect.poll(async () => (await current.boundingBox())?.x).toBeGreaterThan(300);
    expect(await strip.getByRole('link').count()).toBeLessThan(40);
    const length = await page.evaluate('history.length');
    await strip.getByRole('link', { name: 'Picture 99948' }).click();
    await page.getByRole('heading', { name: 'Picture 99948' }).waitFor();
    expect(await page.evaluate('history.length')).toBe(length);
    expect(await findBarriers(page)).toEqual([]);
    // Its end is read where it is wanted.
    const pages = asked.length;
    await current.focus();
    await page.evaluate("document.querySelector('.filmstrip').scrollLeft = 1e9");
    await expect.poll(() => asked.length).toBeGreaterThan(pages);
    expect(await strip.getByRole('link').count()).toBeLessThan(40);
    // The shown image's link stays, and so does the focus, which follows to the next one.
    const focusedName = () => page.locator(':focus').getAttribute('aria-label');
    expect(await focusedName()).toBe('Picture 99948');
    await page.keyboard.press('ArrowRight');
    await expect.poll(focusedName).toBe('Picture 99947');
    await page.reload();
    await strip.waitFor();
    await page.keyboard.press('t');
    await strip.waitFor({ state: 'detached' });
  });
});

describeConsole('the list of keys', ({ openSignedIn }) => {
  it('opens by ? in gallery and viewer, and turns single characters off', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, 3);
    await page.goto('/gallery');
    await page.getByRole('gridcell').first().waitFor();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.waitFor();
    expect(await findDialogBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.goto('/images/2');
    await page.locator('img[data-loaded=true]').waitFor();
    await page.keyboard.press('?');
    await list.getByLabel('Use single-character shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    const info = page.getByRole('complementary', { name: 'Info' });
    await page.keyboard.press('i');
    await page.keyboard.press('?');
    expect([await info.count(), await list.count()]).toEqual([1, 0]);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Picture 1' }).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await list.getByLabel('Use single-character shortcuts').check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('i');
    await info.waitFor({ state: 'detached' });
  });
});
