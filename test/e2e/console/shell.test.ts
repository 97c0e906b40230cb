import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';

describeConsole('the shell of the console', ({ openPage, openProfile, signUp, openSignedIn }) => {
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

  it('holds what a page throws, reports it once, and goes on with the others', async () => {
    const profile = await openProfile();
    await signUp(profile);
    const page = await profile.newPage();
    const reports: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/public/client-errors')) reports.push(request.postDataJSON());
    });
    await page.route('**/assets/gallery-page-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export const GalleryPage = () => { throw new TypeError('broken on purpose'); };`,
      }),
    );
    const answered = page.waitForResponse('**/public/client-errors');
    await page.goto('/gallery?search=secret');
    await page.getByText('This page has stumbled').waitFor();
    expect((await answered).status()).toBe(200);

    await page.getByRole('link', { name: 'Account' }).click();
    await page.waitForURL('**/account');
    expect(await page.getByText('This page has stumbled').count()).toBe(0);
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByText('This page has stumbled').waitFor();

    await page.evaluate(`void Promise.reject(new RangeError('nobody caught it'))`);
    await expect.poll(() => reports.length, { timeout: 20_000 }).toBe(2);
    expect(reports).toMatchObject([
      { kind: 'boundary', message: 'TypeError: broken on purpose', path: '/gallery' },
      { kind: 'unhandledrejection', message: 'RangeError: nobody caught it', path: '/gallery' },
    ]);
    expect(JSON.stringify(reports)).not.toContain('secret');
  });
});
