import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { openImageIn } from './support/image-page.ts';

describeConsole('the previews of the console', (console) => {
  const openImage = openImageIn(console);

  it.each(['public', 'private'] as const)(
    'of a %s image use no direct link, which would count a view, in gallery and on its page',
    async (visibility) => {
      const size = { width: 2400, height: 400 };
      const { page, id, open } = await openImage({}, { visibility, ...size });
      const links: string[] = [];
      const previews: string[] = [];
      page.on('response', (response) => {
        const { pathname, search } = new URL(response.url());
        if (/^\/[ir]\//u.test(pathname)) links.push(pathname);
        if (pathname.endsWith('/preview'))
          previews.push(`${response.status()} ${pathname}${search}`);
      });
      const preview = `200 /api/v1/images/${id}/preview?size=`;
      await page.goto('/gallery');
      await expect.poll(() => previews).toContain(`${preview}480`);
      await open();
      await expect.poll(() => previews).toContain(`${preview}published`);
      await page.locator('.image-stage').press('1');
      await expect.poll(() => previews).toContain(`${preview}full`);
      expect(links).toEqual([]);
    },
  );
});
