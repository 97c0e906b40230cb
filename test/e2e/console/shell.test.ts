import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';

describeConsole('the shell of the console', ({ openPage, openSignedIn }) => {
  it('shows the start page to whoever opens the address', async () => {
    const page = await openPage('/');
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  });

  it('asks who is not signed in to sign in, and says where to go on', async () => {
    const page = await openPage('/gallery');
    await page.waitForURL('**/sign-in?next=%2Fgallery');
  });

  it('changes its language at once, and remembers it', async () => {
    const { page } = await openSignedIn('/account');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('link', { name: 'Galerie' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Galerie' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
  });

  it('says that an address does not exist', async () => {
    const page = await openPage('/nowhere');
    await page.getByText('There is nothing here').waitFor();
  });
});
