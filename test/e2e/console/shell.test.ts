import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';

describeConsole('the shell of the console', ({ openPage, openProfile, signUp, openSignedIn }) => {
  it('shows the start page at the root address', async () => {
    const page = await openPage('/');
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  });

  it('asks for a sign-in, and keeps the target page', async () => {
    const page = await openPage('/gallery');
    await page.waitForURL('**/sign-in?next=%2Fgallery');
  });

  it('changes language and theme immediately, keeps them, and fits 320 px', async () => {
    const { page } = await openSignedIn('/account/takeout');
    const choose = async (menu: string, group: string, name: string): Promise<void> => {
      await page.getByRole('button', { name: menu }).click();
      await page.getByRole('group', { name: group }).getByRole('menuitemradio', { name }).click();
    };
    await choose('Menu', 'Language', 'Deutsch');
    await page.getByRole('link', { name: 'Galerie' }).waitFor();
    await choose('Menü', 'Darstellung', 'Dunkel');
    await page.locator('html[data-theme=dark]').waitFor();

    const held = Promise.withResolvers<void>();
    await page.route('**/assets/shell-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.reload({ waitUntil: 'commit' });
    // Before the console's own scripts.
    await page.locator('html[lang=de][data-theme=dark] .brand').waitFor();
    const bars = page.locator('meta[name=theme-color]');
    const media = bars.evaluateAll((metas) => metas.map((meta) => meta.getAttribute('media')));
    expect(await media).toEqual(['not all', 'all']);
    held.resolve();
    await page.getByRole('link', { name: 'Galerie' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');

    const endOfTab = async (): Promise<number> => {
      const { x, width } = (await page.locator('.tab[aria-current=page]').boundingBox()) ?? {};
      return (x ?? 320) + (width ?? 320);
    };
    await expect.poll(endOfTab).toBeLessThanOrEqual(320);
    await page.emulateMedia({ forcedColors: 'active' });
    const grounds = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.site-nav a')].map((link) => getComputedStyle(link).backgroundColor)",
    );
    expect(new Set(grounds).size).toBe(2);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.getByRole('link', { name: 'Hochladen', exact: true }).click();
    await page.getByLabel('Sichtbarkeit', { exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);

    // Twice the browser's usual size of text.
    const settings = await page.context().newCDPSession(page);
    await settings.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.setViewportSize({ width: 768, height: 800 });
    const readFontSize = () => page.evaluate('getComputedStyle(document.body).fontSize');
    await expect.poll(readFontSize).toBe('32px');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(768);
    const menu = await page.getByRole('button', { name: 'Menü' }).boundingBox();
    expect((menu?.x ?? 768) + (menu?.width ?? 0)).toBeLessThanOrEqual(768);
  });

  it('has the pages in a bar with labels at the lower edge of a phone, and covers nothing with it', async () => {
    const phone = { viewport: { width: 360, height: 640 }, hasTouch: true };
    const { page } = await openSignedIn('/account/takeout', phone);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const bar = page.getByRole('navigation', { name: 'Main' });
    expect(await bar.boundingBox()).toMatchObject({ x: 0, y: 584, height: 56 });
    const labels = bar.locator('span');
    expect(await labels.allTextContents()).toEqual(['Gallery', 'Albums', 'Upload', 'Account']);
    const sizes = await page.evaluate(`
      [...document.querySelectorAll('.site-nav span')].map((label) => [
        getComputedStyle(label).fontSize,
        label.scrollWidth <= label.clientWidth,
        label.previousElementSibling.clientWidth,
      ])`);
    expect(sizes).toEqual([0, 1, 2, 3].map(() => ['11px', true, 24]));
    const headings = await page.evaluate(`['h1', 'h2'].map((name) => {
      const { fontSize, lineHeight } = getComputedStyle(document.querySelector('main ' + name));
      return fontSize + '/' + Math.round(parseFloat(lineHeight));
    })`);
    expect(headings).toEqual(['28px/34', '18px/26']);
    const header = page.locator('.site-header');
    expect(await header.locator('> a').allTextContents()).toEqual(['Tintype']);
    expect(await header.locator('.site-header-end > *:visible').count()).toBe(2);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const lowest = await page.locator('main > *').boundingBox();
    expect((lowest?.y ?? 0) + (lowest?.height ?? 640)).toBeLessThan(584);
    await bar.getByRole('link', { name: 'Gallery' }).tap();
    await page.waitForURL('**/gallery');
  });

  it('does not scroll while the keyboard moves through its header', async () => {
    const page = await openPage('/');
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    await page.setViewportSize({ width: 320, height: 320 });
    await page.evaluate(
      "scrollTo(0, 200); document.querySelector('.brand').focus({ preventScroll: true })",
    );
    await page.keyboard.press('Tab');
    await page.locator('.menu-button:focus').waitFor();
    expect(await page.evaluate('scrollY')).toBe(200);
  });

  it('has no motion when less is preferred, except slower waiting signs', async () => {
    const page = await openPage('/sign-in');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).waitFor();
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('i'), { className: 'spinner' }))",
    );
    const readTimes = (): Promise<unknown> =>
      page.evaluate(`[
        getComputedStyle(document.querySelector('main .button')).transitionDuration,
        getComputedStyle(document.querySelector('.spinner')).animationDuration,
      ]`);
    expect(await readTimes()).toEqual(['0s', '3s']);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await readTimes()).toEqual(['0.12s', '0.8s']);
  });

  it('leads to the start page after a sign-out, however slow that loads', async () => {
    const { page } = await openSignedIn('/gallery');
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/start-page-*.js', async (route) => {
      noteAsked();
      await held.promise;
      await route.continue();
    });
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await asked;
    // A redirect of the previous page would happen once this is drawn.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    held.resolve();
    await page.getByRole('heading', { level: 1, name: 'A good home' }).waitFor();
    expect(visited).toEqual(['/']);
  });

  it('scrolls its menu to the focused item in the lowest window', async () => {
    const { page } = await openSignedIn('/account', { viewport: { width: 320, height: 256 } });
    // Sign-out needs a known session.
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.keyboard.press('ArrowUp');
    const last = page.locator('[role^=menuitem]:focus', { hasText: 'Sign out' });
    await last.waitFor();
    const bottom = async () => {
      const { y = 256, height = 0 } = (await last.boundingBox()) ?? {};
      return y + height;
    };
    await expect.poll(bottom).toBeLessThanOrEqual(256);
  });

  it('reports an unknown address', async () => {
    const page = await openPage('/nowhere');
    await page.getByText('Page not found').waitFor();
    // An address that cannot be decoded starts the console, too.
    await page.goto('/images/100%');
    await page.waitForURL('**/sign-in?next=%2Fimages%2F100%2525');
  });

  it('catches a page’s error, reports it once, and keeps other pages working', async () => {
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
    await page.getByText('Something went wrong on this page').waitFor();
    expect((await answered).status()).toBe(200);

    await page.getByRole('link', { name: 'Account' }).click();
    await page.waitForURL('**/account');
    await page.getByText('Something went wrong on this page').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByText('Something went wrong on this page').waitFor();

    await page.evaluate(`void Promise.reject(new RangeError('nobody caught it'))`);
    await expect.poll(() => reports.length).toBe(2);
    expect(reports).toMatchObject([
      { kind: 'boundary', message: 'TypeError: broken on purpose', path: '/gallery' },
      { kind: 'unhandledrejection', message: 'RangeError: nobody caught it', path: '/gallery' },
    ]);
    expect(JSON.stringify(reports)).not.toContain('secret');
  });

  it('reports a fault also when a deployment has removed files not loaded yet', async () => {
    const profile = await openProfile();
    const page = await profile.newPage();
    const isReady = page.waitForResponse('**/assets/report-faults-*');
    await page.goto('/sign-in');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await (await isReady).finished();
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
    const reported = page.waitForRequest('**/public/client-errors');
    await page.evaluate(`void Promise.reject(new RangeError('nobody caught it'))`);
    expect((await reported).postDataJSON()).toMatchObject({
      message: 'RangeError: nobody caught it',
    });
  });

  it('reports faults from before the code of reports has loaded', async () => {
    const profile = await openProfile();
    const page = await profile.newPage();
    const arrival = Promise.withResolvers<void>();
    await page.route('**/assets/report-faults-*', async (route) => {
      await arrival.promise;
      await route.continue();
    });
    const messages: string[] = [];
    await page.route('**/public/client-errors', async (route) => {
      messages.push((route.request().postDataJSON() as { message: string }).message);
      await route.fulfill({ status: 204 });
    });
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
      throw new RangeError('at the start');
    });`);
    await page.goto('/sign-in');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.evaluate(`void Promise.reject(new RangeError('a little later'))`);
    expect(messages).toEqual([]);
    arrival.resolve();
    await expect
      .poll(() => messages.toSorted())
      .toEqual(['RangeError: a little later', 'RangeError: at the start']);
  });

  it('requests a missing code of reports a few times, however many faults there are', async () => {
    const profile = await openProfile();
    const page = await profile.newPage();
    let requests = 0;
    await page.route('**/assets/report-faults-*', async (route) => {
      requests += 1;
      await route.fulfill({ status: 404 });
    });
    await page.goto('/sign-in');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    for (let fault = 1; fault <= 12; fault += 1) {
      await page.evaluate(`void Promise.reject(new RangeError('fault ${String(fault)}'))`);
      await page.waitForTimeout(100);
    }
    await expect.poll(() => requests).toBeGreaterThan(1);
    // Five for faults, one after the load.
    expect(requests).toBeLessThanOrEqual(6);
  });
});
