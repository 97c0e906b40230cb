import { describe, expect, it } from 'vitest';
import { privateImage, type Scene } from '../../../support/image-scene.ts';
import { guess, open, pathOf, revokeLink, share, tokenOf } from '../../../support/share-links.ts';
import { createTestWorker } from '../../../support/worker.ts';

const HOUR_MS = 3_600_000;
const PASSWORD = 'open sesame';

const lockedLink = async (scene: Scene, more: object = {}) =>
  (await share(scene, { password: PASSWORD, ...more })).data;

/** The cookie that a right guess sets. */
const passOf = (answer: Response): { headers: { Cookie: string } } => ({
  headers: { Cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
});

describe('a link with a password', () => {
  it('shows a form instead of its image, and the image after the right password', async () => {
    const scene = await privateImage();
    const { url, image_url } = await lockedLink(scene);
    const form = await scene.worker.fetch(pathOf(url));
    expect(form.status).toBe(200);
    const text = await form.text();
    expect(text).toContain('type="password"');
    expect(text).not.toContain('<img');
    expect(text).not.toContain('<script');
    expect(form.headers.get('Content-Security-Policy')).toContain("form-action 'self'");
    expect(await open(scene, image_url)).toBe(4037);

    const answer = await guess(scene, url, PASSWORD);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe(pathOf(url));
    const cookie = answer.headers.getSetCookie().join();
    for (const part of [
      '__Secure-',
      'Path=/s/',
      'HttpOnly',
      'Secure',
      'SameSite=Lax',
      'Max-Age=3600',
    ]) {
      expect(cookie).toContain(part);
    }
    const page = await scene.worker.fetch(pathOf(url), passOf(answer));
    expect(await page.text()).toContain('<img');
    expect(await open(scene, image_url, passOf(answer))).toBe(0);
  });

  it('takes a pass for an hour, for that link alone, and no forged one', async () => {
    const scene = await privateImage();
    const [one, two] = [await lockedLink(scene), await lockedLink(scene)];
    const pass = passOf(await guess(scene, one.url, PASSWORD));
    expect(await open(scene, two.image_url, pass)).toBe(4037);
    const checksumOf = (url: string): string => tokenOf(url).slice(-22);
    const renamed = pass.headers.Cookie.replace(checksumOf(one.url), checksumOf(two.url));
    expect(await open(scene, two.image_url, { headers: { Cookie: renamed } })).toBe(4037);
    const [, expiresAt = ''] = /=(\d+)\./u.exec(pass.headers.Cookie) ?? [];
    const longer = pass.headers.Cookie.replace(expiresAt, String(Number(expiresAt) + HOUR_MS));
    expect(await open(scene, one.image_url, { headers: { Cookie: longer } })).toBe(4037);
    scene.worker.clock.advance(HOUR_MS - 1);
    expect(await open(scene, one.image_url, pass)).toBe(0);
    scene.worker.clock.advance(1);
    expect(await open(scene, one.image_url, pass)).toBe(4037);
    expect(await open(scene, one.image_url, { headers: { Cookie: longer } })).toBe(4037);
  });

  it('stays open beside another one that is opened later', async () => {
    const scene = await privateImage();
    const links = [await lockedLink(scene), await lockedLink(scene)];
    const cookies: string[] = [];
    for (const { url } of links) {
      cookies.push(passOf(await guess(scene, url, PASSWORD)).headers.Cookie);
    }
    const [first, second] = cookies.map((cookie) => cookie.split('=')[0]);
    expect(first).not.toBe(second);
    const headers = { Cookie: cookies.join('; ') };
    for (const { image_url } of links) expect(await open(scene, image_url, { headers })).toBe(0);
  });

  it('asks again after a wrong password, and gives no pass', async () => {
    const scene = await privateImage();
    const { url } = await lockedLink(scene);
    for (const password of ['wrong', '', 'x'.repeat(2000)]) {
      const answer = await guess(scene, url, password);
      expect(answer.status).toBe(403);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await answer.text()).toContain('Incorrect password.');
    }
    expect((await guess(scene, url, 'x'.repeat(5000))).status).toBe(413);
  });

  it('refuses more than five wrong guesses in the window, also simultaneous ones from anywhere', async () => {
    const scene = await privateImage();
    const { url } = await lockedLink(scene);
    const guesses = Array.from({ length: 30 }, (_, index) =>
      guess(scene, url, `guess ${String(index)}`, `198.51.100.${String(index)}`),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
    // The right one as well: it would tell a guesser that it is right.
    const right = await guess(scene, url, PASSWORD, '192.0.2.1');
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(0);
    const other = await lockedLink(scene);
    expect((await guess(scene, other.url, PASSWORD)).status).toBe(303);
    scene.worker.clock.advance(scene.worker.services.config.LOGIN_WINDOW_MS + 1);
    expect((await guess(scene, url, PASSWORD)).status).toBe(303);
  });

  it('refuses an address that guesses wrong at many links', async () => {
    const scene = await privateImage(createTestWorker({ vars: { LOGIN_FAILURES_PER_IP: '4' } }));
    for (let index = 0; index < 4; index += 1) {
      expect((await guess(scene, (await lockedLink(scene)).url, 'wrong')).status).toBe(403);
    }
    const { url } = await lockedLink(scene);
    expect((await guess(scene, url, PASSWORD)).status).toBe(429);
    expect((await guess(scene, url, PASSWORD, '192.0.2.2')).status).toBe(303);
  });

  it('does not count right passwords', async () => {
    const scene = await privateImage();
    const { url } = await lockedLink(scene);
    for (let index = 0; index < 8; index += 1) {
      expect((await guess(scene, url, PASSWORD)).status).toBe(303);
    }
  });

  it('takes a view of its limit only with a pass, and is refused with one when it is revoked', async () => {
    const scene = await privateImage();
    const { id, url, image_url } = await lockedLink(scene, { max_views: 2 });
    expect(await open(scene, image_url)).toBe(4037);
    const pass = passOf(await guess(scene, url, PASSWORD));
    expect([await open(scene, image_url, pass), await open(scene, image_url, pass)]).toEqual([
      0, 0,
    ]);
    expect(await open(scene, image_url, pass)).toBe(4037);
    await revokeLink(scene, id);
    expect(await open(scene, image_url, pass)).toBe(4042);
    expect((await guess(scene, url, PASSWORD)).status).toBe(404);
  });
});

describe('a link without a password', () => {
  it('sends a guess to its page, without a pass', async () => {
    const scene = await privateImage();
    const { url } = (await share(scene)).data;
    const answer = await guess(scene, url, 'anything');
    expect(answer.status).toBe(303);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});
