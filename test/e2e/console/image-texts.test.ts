import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { packTaken } from '../../../src/worker/domain/texts/stored-taken.ts';
import { openDatabase } from '../support/insert-person.ts';
import { findBarriers, findDialogBarriers } from './support/accessible.ts';
import { describeConsole } from './support/console.ts';
import { openImageIn, tabTo } from './support/image-page.ts';
import { openAs } from './support/open-as.ts';

describeConsole('the texts of an image', (console) => {
  const openImage = openImageIn(console);

  it('are edited in place by keyboard alone, and go into links and share page', async () => {
    const { page, open, path } = await openImage();
    await open();
    await page.locator('main').focus();
    await tabTo(page, 'Title');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Quay at night');
    await page.keyboard.press('Enter');
    await page.getByText('Saved.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Quay at night' }).waitFor();
    // Escape restores the stored text, and stays on the page.
    await page.keyboard.type(' and day');
    await page.keyboard.press('Escape');
    const title = page.getByLabel('Title');
    await expect.poll(() => title.inputValue()).toBe('Quay at night');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Two boats.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('One light.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Boats at dusk');
    await page.keyboard.press('Tab');
    const html = page.getByLabel('HTML', { exact: true });
    await expect.poll(() => html.inputValue()).toContain('alt="Boats at dusk"');
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await expect
      .poll(() => page.getByLabel('Description').inputValue())
      .toBe('Two boats.\nOne light.');
    const shared = await page.getByLabel('Page', { exact: true }).inputValue();
    expect(new URL(shared).pathname).toBe(path.replace('/i/', '/p/').replace('.webp', ''));
    await page.goto(shared);
    await page.getByRole('heading', { level: 1, name: 'Quay at night' }).waitFor();
    expect(await page.getByRole('img').getAttribute('alt')).toBe('Boats at dusk');
  });

  it('stay in their field while the network is lost, and are saved once it is back', async () => {
    const { page, open } = await openImage();
    await open();
    await page.context().setOffline(true);
    const field = page.getByLabel('Description');
    await field.fill('Written at sea');
    await field.blur();
    await page.getByText('Not saved: your text stays in the field.').waitFor();
    // Nor does it go with its field.
    await page.keyboard.press('i');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('i');
    expect(await field.inputValue()).toBe('Written at sea');
    expect(await findBarriers(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe('Written at sea');
  });

  it('that were changed on another device are not overwritten without a word', async () => {
    const { page, username, id, open } = await openImage();
    await open();
    const other = await openAs(await console.openProfile(), username, `/images/${id}`);
    await other.locator('img[data-loaded=true]').waitFor();
    const write = async (on: Page, name: string, text: string): Promise<void> => {
      await on.getByLabel(name).fill(text);
      await on.getByLabel(name).blur();
    };
    await write(other, 'Description', 'Theirs');
    await other.getByText('Saved.').waitFor();
    // Another text of the same image is saved all the same.
    await write(page, 'Title', 'Quay');
    await page.getByText('Saved.').waitFor();
    await write(other, 'Title', 'Pier');
    await other.getByText('Changed elsewhere to “Quay”.').waitFor();
    expect(await other.getByLabel('Title').inputValue()).toBe('Pier');
    expect(await findBarriers(other)).toEqual([]);
    await other.getByRole('button', { name: 'Keep mine' }).click();
    await other.getByText('Saved.').waitFor();

    await write(page, 'Title', 'Mole');
    await page.getByText('Changed elsewhere to “Pier”.').waitFor();
    await page.getByRole('button', { name: 'Use the other one' }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe('Pier');
    await page.reload();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Pier');
    expect(await page.getByLabel('Description').inputValue()).toBe('Theirs');
  });

  it('that have changed in another tab are kept beside the typed ones', async () => {
    const { page, open } = await openImage();
    await open();
    const field = page.getByLabel('Description');
    await field.click();
    await page.keyboard.type('Mine');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByLabel('Description').fill('Theirs');
    await other.getByLabel('Description').blur();
    await other.getByText('Saved.').waitFor();
    await page.bringToFront();
    await page.getByText('Changed elsewhere to “Theirs”.').waitFor();
    // To close the tab is no choice between them.
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    await other.reload();
    await expect.poll(() => other.getByLabel('Description').inputValue()).toBe('Theirs');
    await page.bringToFront();
    await field.blur();
    expect(await field.inputValue()).toBe('Mine');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Saved.').waitFor();
    await expect.poll(() => other.getByLabel('Description').inputValue()).toBe('Mine');
    await field.fill('Mine again');
    await other.getByLabel('Description').fill('');
    await other.getByLabel('Description').blur();
    await page.getByText('Removed elsewhere.').waitFor();
  });
});

describeConsole('the location of an image', (console) => {
  const openImage = openImageIn(console);

  it('is taken away after a question, and nothing else is', async () => {
    const { page, open, id } = await openImage();
    {
      using database = openDatabase(console);
      const { exposure, camera } = packTaken({
        camera: { name: 'X100V', iso: 400 },
        location: { latitude: 48.13743, longitude: 11.57549 },
      });
      database
        .prepare('UPDATE images SET exposure = ?, camera = ? WHERE id = ?')
        .run(exposure, camera, id);
    }
    await open();
    const details = page.locator('.image-details');
    await details.getByText('48.13743, 11.57549').waitFor();
    await page.getByRole('button', { name: 'Remove location…' }).click();
    const question = page.getByRole('dialog', { name: 'Remove location?' });
    expect(await findDialogBarriers(page)).toEqual([]);
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Location removed.').waitFor();
    await details.getByText('48.13743').waitFor({ state: 'detached' });
    await page.reload();
    await details.getByText('X100V').waitFor();
    expect(await details.getByText('Location').count()).toBe(0);
    const answer = await page.request.get(`/api/v1/images/${String(id)}`);
    expect(await answer.json()).toMatchObject({ data: { location: null, camera: { iso: 400 } } });
  });
});

describeConsole('the share pages of an account', ({ openSignedIn }) => {
  it('name the owner once the box is checked, here and after a reload', async () => {
    const { page } = await openSignedIn('/account');
    const box = page.getByLabel('Show my name');
    await box.waitFor();
    expect(await box.isChecked()).toBe(false);
    await box.click();
    await expect.poll(() => box.isChecked()).toBe(true);
    await page.reload();
    await expect.poll(() => box.isChecked()).toBe(true);
  });
});
