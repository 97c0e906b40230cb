import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { answer, fakeLibrary, PIXEL, PREVIEWS, toImage } from './support/fake-library.ts';

describeConsole('the view of an image', ({ openSignedIn }) => {
  /** The second of three fake images; `changes` overrides its details. */
  const openImage = async (
    changes: object = {},
    options: Parameters<typeof openSignedIn>[1] = {},
  ): Promise<Page> => {
    const { page } = await openSignedIn(null, options);
    await fakeLibrary(page, 3);
    await page.route(/\/api\/v1\/images\/2$/u, async (route) => {
      const fetched = await page.request.get('/api/v1/auth/me');
      const { data } = (await fetched.json()) as { readonly data: { readonly id: number } };
      await answer(route, { ...IMAGE, user_id: data.id, ...changes });
    });
    await page.goto('/images/2');
    return page;
  };
  const scaleOf = (page: Page) => page.locator('.viewer-scale');
  const readScale = async (page: Page): Promise<number> =>
    Number.parseInt((await scaleOf(page).textContent()) ?? '', 10);

  it('is zoomed by a wheel and two fingers, and moved by hand', async () => {
    const page = await openImage({}, { hasTouch: true });
    await page.locator('img[data-loaded=true]').waitFor();
    const box = (await page.locator('.image-stage').boundingBox()) ?? NOWHERE;
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const fitted = await readScale(page);
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, -100);
    await expect.poll(() => readScale(page)).toBeGreaterThan(fitted);

    const plane = page.locator('.image-plane');
    const before = await plane.boundingBox();
    await page.mouse.down();
    await page.mouse.move(middle.x + 40, middle.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect
      .poll(async () => Math.round(((await plane.boundingBox())?.x ?? 0) - (before?.x ?? 0)))
      .toBe(40);

    const wheeled = await readScale(page);
    const touch = await page.context().newCDPSession(page);
    const fingers = (apartPx: number) =>
      [-1, 1].map((side, id) => ({ id, x: middle.x + (side * apartPx) / 2, y: middle.y }));
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(60) });
    for (const apartPx of [90, 120]) {
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: fingers(apartPx),
      });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(() => readScale(page)).toBeGreaterThan(1.8 * wheeled);
  });

  it('reports a failed load, and loads again on request or when the network is back', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, 3);
    let isThere = false;
    await page.route(PREVIEWS, (route) =>
      isThere ? route.fulfill({ body: PIXEL, contentType: 'image/webp' }) : route.abort(),
    );
    await page.goto('/images/2');
    const failure = page.getByText('Couldn’t load the photo.');
    await failure.waitFor();
    isThere = true;
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.locator('img[data-loaded=true]').waitFor();
    // The focus continues from the button's place.
    await page.locator('.image-stage:focus').waitFor();

    isThere = false;
    await page.reload();
    await failure.waitFor();
    isThere = true;
    await page.context().setOffline(true);
    await page.getByText('You’re offline.').waitFor();
    await page.context().setOffline(false);
    await page.locator('img[data-loaded=true]').waitFor();
  });

  it('explains what making it private means, and how long copies stay elsewhere', async () => {
    const page = await openImage({ view_count: 1234 });
    await page.getByText('1,234').waitFor();
    await page.getByRole('button', { name: 'Make private…' }).click();
    const effects = page.getByRole('dialog').getByRole('listitem');
    await effects.nth(2).waitFor();
    expect(await effects.allTextContents()).toEqual([
      'Only you can see it. To share it, create a link that expires.',
      'Its link changes, and the old one stops working immediately.',
      'Cached copies may stay visible for up to 10 minutes.',
    ]);
  });

  it('is shared by the device’s own dialog, until the share expires', async () => {
    const { page } = await openSignedIn(null);
    await page.addInitScript(`
      navigator.share = (shared) => { globalThis.shared = shared; return Promise.resolve(); };
    `);
    await fakeLibrary(page, 3);
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    await page.route(/\/api\/v1\/images\/2$/u, (route) =>
      answer(route, {
        ...IMAGE,
        visibility: 'private',
        access_token: 'token',
        token_expires_at: expiresAt,
      }),
    );
    await page.clock.install();
    await page.goto('/images/2');
    await page.getByRole('button', { name: 'Share…' }).click();
    expect(await page.evaluate('globalThis.shared')).toEqual({
      title: 'Dunes',
      url: expect.stringMatching(/\/i\/fake00000002\.webp\?token=token$/u),
    });
    await page.getByRole('button', { name: 'Make public…' }).click();
    await page.getByText('Existing share links stop working immediately.').waitFor();
    await page.keyboard.press('Escape');
    await page.clock.fastForward('11:00');
    await page.getByRole('status').getByText('The share link has expired.').waitFor();
    await page.getByRole('button', { name: 'Create share link' }).waitFor();
  });

  it('appears when it is published, and reports a slow publication', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, 3);
    await page.route(/\/api\/v1\/images\/2$/u, (route) =>
      answer(route, { ...IMAGE, processing_status: 'processing' }),
    );
    await page.clock.install();
    await page.goto('/images/2');
    await page.getByText('will appear here shortly.').waitFor();
    await page.clock.fastForward('11:00');
    await page.getByText('This is taking longer than usual.').waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('will appear here shortly.').waitFor();
  });
});

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

const IMAGE = { ...toImage(2), title: 'Dunes' };
