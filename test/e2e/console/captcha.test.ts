import { randomUUID } from 'node:crypto';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabases } from '../../../src/worker/db/open-databases.ts';
import { writeSettings } from '../../../src/worker/domain/settings/write-settings.ts';
import { systemClock } from '../../../src/shared/clock.ts';
import { captchaVars } from '../../support/captcha.ts';
import { startCaptchaServer } from '../../support/captcha-server.ts';
import { CAPTCHA_BUTTON } from '../../support/captcha-widgets.ts';
import { describeConsole, PASSWORD } from './support/console.ts';
import { startOwnServer } from './support/own-server.ts';

type Vendor = Awaited<ReturnType<typeof startCaptchaServer>>;
type Server = Awaited<ReturnType<typeof startOwnServer>>;

let vendor: Vendor;
let server: Server;
/** The frame has another origin; pages are not isolated from others, which prevents one vendor's widget. */
let openServer: Server;

beforeAll(async () => {
  vendor = await startCaptchaServer();
  [server, openServer] = await Promise.all([
    start({ CROSS_ORIGIN_ISOLATION: 'true' }),
    // Browsers find `*.localhost` on this machine.
    start({ CAPTCHA_PROVIDER: 'provider_c' }, (baseUrl) =>
      baseUrl.replace('localhost', 'captcha.localhost'),
    ),
  ]);
});

afterAll(() => Promise.all([server.stop(), openServer.stop(), vendor.close()]));

const start = (
  vars: Readonly<Record<string, string>>,
  toCaptchaUrl = (_baseUrl: string): string => '',
): Promise<Server> =>
  startOwnServer({
    vars: (baseUrl) => ({
      ...captchaVars(vendor.url),
      PUBLIC_BASE_URL: baseUrl,
      CAPTCHA_A_SCRIPT_URL: `${vendor.url}/a/widget.js`,
      CAPTCHA_B_SCRIPT_URL: `${vendor.url}/b/widget.js`,
      CAPTCHA_C_SCRIPT_URL: `${vendor.url}/c/widget.js`,
      CAPTCHA_BASE_URL: toCaptchaUrl(baseUrl),
      SITE_FACTS_TTL_MS: '0',
      ...vars,
    }),
  });

const chooseProvider = async (value: 'provider_a' | 'provider_b'): Promise<void> => {
  const { directory } = openDatabases(await server.runtime.getD1Database('DB'));
  const entries = [{ key: 'captcha_provider', value }] as const;
  await writeSettings({ directory, clock: systemClock }, null, entries);
};

const captchaOf = (page: Page): FrameLocator => page.frameLocator('iframe');

describeConsole('a captcha', ({ openProfile }) => {
  const registerWith = async (
    { baseUrl }: Server,
    press: (page: Page) => Promise<void>,
    isIsolated: boolean,
  ): Promise<{ page: Page; username: string }> => {
    const username = `p${randomUUID().slice(0, 12)}`;
    const profile = await openProfile({ baseURL: baseUrl });
    const page = await profile.newPage();
    await page.goto('/register');
    expect(await page.evaluate('crossOriginIsolated')).toBe(isIsolated);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Email address').fill(`${username}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await captchaOf(page).locator('#captcha > *').first().waitFor();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Complete the check first.').waitFor();
    await press(page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('One more check').waitFor();
    await press(page);
    await page.waitForURL('**/upload');
    return { page, username };
  };
  const pressButton = (page: Page): Promise<void> =>
    captchaOf(page).getByRole('button', { name: CAPTCHA_BUTTON }).click();

  it('by provider_a is a widget in the vendor’s frame, and each attempt needs a new answer', async () => {
    const press = (page: Page): Promise<void> =>
      captchaOf(page).frameLocator('iframe').getByRole('button', { name: CAPTCHA_BUTTON }).click();
    await chooseProvider('provider_a');
    const { page, username } = await registerWith(server, press, true);
    await page.context().clearCookies();
    await page.goto('/sign-in');
    const tryWith = async (password: string): Promise<void> => {
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await press(page);
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    };
    await tryWith('not my password');
    await page.getByText('Incorrect username or password.').waitFor();
    await tryWith(PASSWORD);
    await page.waitForURL('**/gallery');
  });

  it('by provider_b is a widget that turns texts into markup, in an isolated page', async () => {
    await chooseProvider('provider_b');
    await registerWith(server, pressButton, true);
  });

  it('by provider_c is a widget in a page that is not isolated', async () => {
    await registerWith(openServer, pressButton, false);
  });

  it.each([
    ['sandboxed', () => server, 'SecurityError', 'SecurityError'],
    ['of another origin', () => openServer, '', '{}'],
  ])(
    '%s keeps the vendor’s script from the password, cookies and storage',
    async (_case, serverOf, cookies, storage) => {
      await chooseProvider('provider_b');
      const { baseUrl } = serverOf();
      const profile = await openProfile({ baseURL: baseUrl });
      await profile.addCookies([{ name: 'known', value: 'secret', url: baseUrl }]);
      const page = await profile.newPage();
      await page.goto('/');
      await page.evaluate("localStorage.setItem('known', 'secret')");
      await page.goto('/sign-in');
      const body = captchaOf(page).locator('body[data-reached]');
      const reached: unknown = JSON.parse((await body.getAttribute('data-reached')) ?? '');
      expect(reached).toEqual({ page: 'SecurityError', cookies, storage });
    },
  );

  it('is heard from its own frame only while that has the frame’s origin', async () => {
    await chooseProvider('provider_b');
    const profile = await openProfile({ baseURL: server.baseUrl });
    const page = await profile.newPage();
    const failure = page.getByText('Couldn’t load the check.');
    const openAs = async (policy: string): Promise<void> => {
      await page.route('**/captcha/provider_b?*', (route) =>
        route.fulfill({
          contentType: 'text/html',
          headers: {
            'Content-Security-Policy': policy,
            'Cross-Origin-Embedder-Policy': 'require-corp',
          },
          body: `<!doctype html><script>parent.postMessage({ captcha: 'failed' }, '*')</script><p>Posted</p>`,
        }),
      );
      await page.goto('/sign-in');
      await captchaOf(page).getByText('Posted').waitFor();
    };
    await openAs("base-uri 'none'");
    // The message is older than this one.
    await page.evaluate(`new Promise((resolve) => {
      addEventListener('message', ({ data }) => data === 'later' && resolve());
      postMessage('later');
    })`);
    expect(await failure.count()).toBe(0);
    await openAs('sandbox allow-scripts');
    await failure.waitFor();
  });

  it('reports a failed load, and loads again on request', async () => {
    const profile = await openProfile({ baseURL: openServer.baseUrl });
    const page = await profile.newPage();
    await page.route('**/c/widget.js*', (route) => route.abort(), { times: 1 });
    await page.clock.install();
    await page.goto('/sign-in');
    await page.getByText('Couldn’t load the check.').waitFor();
    // No answer arrives.
    const isAsked = Promise.withResolvers<void>();
    await page.route('**/c/widget.js*', () => isAsked.resolve(), { times: 1 });
    await page.getByRole('button', { name: 'Reload the check' }).click();
    await isAsked.promise;
    await page.getByText('Couldn’t load the check.').waitFor({ state: 'detached' });
    await page.clock.fastForward(20_000);
    await page.getByText('Couldn’t load the check.').waitFor();
    await page.getByRole('button', { name: 'Reload the check' }).click();
    await captchaOf(page).getByRole('button', { name: CAPTCHA_BUTTON }).waitFor();
  });
});
