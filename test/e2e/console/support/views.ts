import type { Page } from 'playwright-core';
import { PERMISSION_DENIED } from '../../../../src/shared/error-codes.ts';
import { ALBUM_LINK_LENGTH } from '../../../../src/shared/ids.ts';
import { PAGES } from '../../../../src/shared/pages.ts';
import { fillQueue, givePhotos, publishOne } from './fill-queue.ts';
import { FAILED, IN_WORK } from './fill-demo.ts';
import { fakeLibrary } from './fake-library.ts';
import { fillTrash } from './fill-trash.ts';
import { inDatabase } from './page-database.ts';
import type { Demo } from './demo.ts';
import type { View } from './open-view.ts';

const ACCOUNT_SECTIONS = ['', '/security', '/sessions', '/apps', '/notifications', '/takeout'];
const ADMIN_SECTIONS = [
  'users',
  'images',
  'invitations',
  'settings',
  'watermark',
  'publications',
  'outbox',
  'audit',
];

/** They are of four months of two years. */
const YEARS_OF_IMAGES = 30_000;
const EVERY_CALL = '**/api/v1/**';

/** Every page of the console, each in the states that look different. */
export const VIEWS: readonly View[] = [
  // The first signed-out view; the next one loads a new page.
  { name: 'api', as: 'nobody', path: '/api/v1/docs', act: openOperations },
  linkView('share-page', ({ links }) => links.page),
  linkView('share-link', ({ links }) => links.share),
  { ...linkView('share-link-locked', ({ links }) => links.locked), act: enterWrongPassword },
  refusalView('share-link-revoked', ({ links }) => links.revoked),
  refusalView('share-link-ended', () => '/s/?token=ended'),
  linkView('shared-album', ({ links }) => links.album),
  linkView('shared-album-photo', ({ links, imageIds }) => `${links.album}/${String(imageIds[0])}`),
  linkView('shared-album-empty', ({ links }) => links.emptyAlbum),
  refusalView('shared-album-withdrawn', () => `/a/${'a'.repeat(ALBUM_LINK_LENGTH)}`),
  { name: 'start', as: 'nobody', path: PAGES.start },
  { name: 'start-menu', as: 'nobody', path: PAGES.start, act: openMenu },
  {
    name: 'start-broken',
    as: 'nobody',
    path: PAGES.start,
    prepare: (page) => breakCalls(page, EVERY_CALL),
  },
  { name: 'start-photos', as: 'nobody', path: PAGES.start, act: givePhotos },
  { name: 'sign-in', as: 'nobody', path: PAGES.signIn },
  { name: 'register', as: 'nobody', path: PAGES.register },
  {
    name: 'register-invited',
    as: 'nobody',
    path: `${PAGES.register}#invitation=tinvite_1`,
    // Loads the page with its fragment.
    prepare: async () => undefined,
  },
  {
    name: 'register-by-invitation-only',
    as: 'nobody',
    path: PAGES.register,
    prepare: (page) => setRegistration(page, 'invite'),
  },
  { name: 'reset-password-without-token', as: 'nobody', path: PAGES.resetPassword },
  {
    name: 'reset-password',
    as: 'nobody',
    path: `${PAGES.resetPassword}#token=treset_1`,
    prepare: async () => undefined,
  },
  {
    name: 'register-captcha',
    as: 'nobody',
    path: PAGES.register,
    prepare: (page) => askCaptcha(page, 'ready'),
  },
  {
    name: 'sign-in-captcha-failed',
    as: 'nobody',
    path: PAGES.signIn,
    prepare: (page) => askCaptcha(page, 'failed'),
  },
  { name: 'nowhere', as: 'nobody', path: '/nowhere' },

  { name: 'upload', as: 'newcomer', path: PAGES.upload },
  { name: 'gallery-empty', as: 'newcomer', path: PAGES.gallery },
  { name: 'albums-empty', as: 'newcomer', path: PAGES.albums },
  { name: 'account-new', as: 'newcomer', path: '/account' },
  { name: 'image-missing', as: 'newcomer', path: '/images/1' },
  { name: 'administration-refused', as: 'newcomer', path: '/admin' },
  { name: 'suspended', as: 'newcomer', path: PAGES.gallery, prepare: suspend },
  { name: 'upload-result', as: 'newcomer', path: PAGES.upload, act: publishOne },
  // The last view of this person: there is an image now, and leaving needs a confirmation.
  { name: 'upload-queue', as: 'newcomer', path: PAGES.upload, act: fillQueue },

  { name: 'gallery', as: 'owner', path: PAGES.gallery },
  {
    name: 'gallery-of-years',
    as: 'owner',
    path: PAGES.gallery,
    prepare: async (page) => void (await fakeLibrary(page, YEARS_OF_IMAGES)),
    act: (page) => page.getByRole('slider').waitFor(),
  },
  { name: 'gallery-menu', as: 'owner', path: PAGES.gallery, act: openMenu },
  {
    name: 'gallery-none-found',
    as: 'owner',
    path: `${PAGES.gallery}?search=nothing-has-this-name`,
  },
  {
    name: 'gallery-broken',
    as: 'owner',
    path: PAGES.gallery,
    prepare: (page) => breakCalls(page, '**/api/v1/images/**'),
  },
  { name: 'gallery-selected', as: 'owner', path: PAGES.gallery, act: selectAll },
  { name: 'albums', as: 'owner', path: PAGES.albums },
  { name: 'album', as: 'owner', path: albumPath },
  { name: 'album-selected', as: 'owner', path: albumPath, act: selectAll },
  // The last view of a grid, as all stay lists.
  { name: 'gallery-list', as: 'owner', path: PAGES.gallery, act: showList },
  { name: 'album-missing', as: 'owner', path: '/albums/9999' },
  { name: 'trash-empty', as: 'owner', path: PAGES.trash },
  { name: 'trash', as: 'owner', path: PAGES.trash, prepare: fillTrash },
  {
    name: 'trash-broken',
    as: 'owner',
    path: PAGES.trash,
    prepare: (page) => breakCalls(page, '**/api/v1/trash/**'),
  },
  { name: 'image', as: 'owner', path: (demo) => imagePath(demo, 0) },
  { name: 'image-private', as: 'owner', path: (demo) => imagePath(demo, -1) },
  { name: 'image-failed', as: 'owner', path: (demo) => imagePath(demo, FAILED) },
  { name: 'image-in-work', as: 'owner', path: (demo) => imagePath(demo, IN_WORK) },
  {
    name: 'image-broken',
    as: 'owner',
    path: (demo) => imagePath(demo, 0),
    prepare: (page) => breakCalls(page, '**/api/v1/images/*'),
  },
  {
    name: 'upload-album',
    as: 'owner',
    path: ({ albumId }) => `${PAGES.upload}?album=${String(albumId)}`,
    act: openAlbumChoice,
  },
  // The last upload view of this person: the shared files wait.
  { name: 'upload-shared', as: 'owner', path: PAGES.upload, act: shareFiles },
  ...ACCOUNT_SECTIONS.map((section): View => ({
    name: `account${section.replace('/', '-')}`,
    as: 'owner',
    path: `/account${section}`,
  })),
  { name: 'account-apps-wrong', as: 'owner', path: '/account/apps', act: failKeyForm },
  { name: 'account-apps-made', as: 'owner', path: '/account/apps', act: makeKey },
  // Shows the key that was made before.
  { name: 'account-apps-settings', as: 'owner', path: '/account/apps', act: openKeySettings },

  { name: 'account-locked', as: 'leaver', path: '/account' },
  { name: 'account-takeout-locked', as: 'leaver', path: '/account/takeout' },
  { name: 'upload-locked', as: 'leaver', path: PAGES.upload },

  { name: 'administration', as: 'administrator', path: '/admin', act: seePlots },
  ...ADMIN_SECTIONS.map((section): View => ({
    name: `administration-${section}`,
    as: 'administrator',
    path: `/admin/${section}`,
  })),
  {
    name: 'administration-images-hash',
    as: 'administrator',
    path: `/admin/images?hash=${'0'.repeat(64)}`,
    act: (page) => page.getByText('All stored files searched').waitFor(),
  },
  {
    name: 'administration-users-limits',
    as: 'administrator',
    path: '/admin/users',
    act: (page) => askAccount(page, 'Change limits…'),
  },
  {
    name: 'administration-users-reset',
    as: 'administrator',
    path: '/admin/users',
    act: (page) => askAccount(page, 'Reset password…'),
  },
  {
    name: 'administration-invitations-made',
    as: 'administrator',
    path: '/admin/invitations',
    act: makeInvitation,
  },
  {
    name: 'administration-publications-queued',
    as: 'administrator',
    path: '/admin/publications?status=queued',
  },
  {
    name: 'administration-outbox-accounts',
    as: 'administrator',
    path: '/admin/outbox?kind=account',
  },
  {
    name: 'administration-settings-changed',
    as: 'administrator',
    path: '/admin/settings',
    act: changeSettings,
  },
  {
    name: 'administration-watermark-changed',
    as: 'administrator',
    path: '/admin/watermark',
    act: changeWatermark,
  },
  {
    name: 'administration-broken',
    as: 'administrator',
    path: '/admin',
    prepare: (page) => breakCalls(page, '**/api/v1/admin/**'),
  },
];

/** For screenshots only: other tests check these states. */
export const SEEN_VIEWS: readonly View[] = [
  { name: 'shortcuts', as: 'owner', path: albumPath, act: (page) => pressForDialog(page, '?') },
  {
    name: 'image-deletion',
    as: 'owner',
    path: (demo) => imagePath(demo, 0),
    act: (page) => pressForDialog(page, 'Delete'),
  },
  {
    name: 'image-filmstrip',
    as: 'owner',
    path: (demo) => imagePath(demo, 0),
    act: (page) => showParts(page, { Info: true, Filmstrip: true }),
  },
  // The last one, as the viewer keeps its parts.
  {
    name: 'image-alone',
    as: 'owner',
    path: (demo) => imagePath(demo, 0),
    act: (page) => showParts(page, { Info: false, Filmstrip: false }),
  },
];

const FAILURE = {
  status: 500,
  json: { code: 1000, message: 'Internal error', request_id: 'AAAAAAAAAAAAAAAAAAAAAA' },
};

function imagePath({ imageIds }: Demo, at: number): string {
  return PAGES.image.replace(':id', String(imageIds.at(at)));
}

function albumPath({ albumId }: Demo): string {
  return PAGES.album.replace(':id', String(albumId));
}

/** A page of the Worker for visitors, to which no link of the console leads. */
function linkView(name: string, path: (demo: Demo) => string): View {
  return { name, as: 'nobody', path, prepare: async () => undefined };
}

function refusalView(name: string, path: (demo: Demo) => string): View {
  return { name, as: 'nobody', path, prepare: openSandbox };
}

/** In that of a refusal, no timer runs: axe would wait without end. */
async function openSandbox(page: Page): Promise<void> {
  await page.route(/\/[as]\//u, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': '' };
    await route.fulfill({ response, headers });
  });
}

async function enterWrongPassword(page: Page): Promise<void> {
  await page.locator('[type=password]').fill('wrong');
  await page.locator('form button').click();
  await page.getByRole('alert').waitFor();
}

/** Fails all calls that match a pattern. */
async function breakCalls(page: Page, pattern: string): Promise<void> {
  await page.route(pattern, (route) =>
    // Without a known session, another page is shown.
    route.request().url().endsWith('/auth/me') ? route.continue() : route.fulfill(FAILURE),
  );
}

/** Enables a captcha, whose frame reports its state. */
async function changeConfig(page: Page, change: object): Promise<void> {
  await page.route('**/api/v1/public/config', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...change } } });
  });
}

async function setRegistration(page: Page, registration: 'invite' | 'closed'): Promise<void> {
  await changeConfig(page, { registration });
}

async function askAccount(page: Page, action: string): Promise<void> {
  // One that can have each action.
  const member = page.locator('tr').filter({ hasText: 'Active' }).filter({ hasText: 'Member' });
  await member
    .first()
    .getByRole('button', { name: /^Actions for/u })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog').waitFor();
}

async function makeInvitation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New invitation' }).click();
  await page.getByLabel('Name').fill('For friends');
  await page.getByRole('button', { name: 'Create invitation' }).click();
  await page.getByLabel('Invitation link', { exact: true }).waitFor();
}

async function askCaptcha(page: Page, captcha: 'ready' | 'failed'): Promise<void> {
  await changeConfig(page, { captcha_provider: 'provider_b' });
  await page.route('**/captcha/provider_b?*', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: {
        'Content-Security-Policy': 'sandbox allow-scripts',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
      body: `<!doctype html><html lang="en"><title>Check</title><meta name="color-scheme" content="light dark"><main><h1>Check</h1><button>I am a person</button></main>
        <script>parent.postMessage({ captcha: '${captcha}' }, '*')</script>`,
    }),
  );
}

/** Without the service worker, which is not there, its files are put where it keeps them. */
async function shareFiles(page: Page): Promise<void> {
  await inDatabase(
    page,
    'tintype-share',
    `const names = ['Harbour.jpg', 'Sea.jpg', 'Sky.jpg', 'Sun.jpg', 'Sand.jpg', 'Storm.jpg'];
    store('shares').put({ sharedAt: Date.now(), byteCount: 6, names }, 1);`,
  );
  await page.reload();
  await page.getByRole('dialog').getByText('Storm').waitFor({ state: 'detached' });
  await page.getByRole('dialog').getByText('Harbour.jpg').waitFor();
}

async function failKeyForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Upload photos').uncheck();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Enter a name.').waitFor();
}

async function makeKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('Screenshots');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Key', { exact: true }).waitFor();
  await page.locator('summary', { hasText: 'ShareX' }).first().click();
  await page.locator('summary', { hasText: 'Dropshare' }).click();
}

async function openKeySettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up an app' }).first().click();
  await page.getByLabel('Key to put into the settings').fill('tint_other');
  await page.getByText('This isn’t that key.').waitFor();
}

async function suspend(page: Page): Promise<void> {
  await page.route('**/api/v1/auth/me', (route) =>
    route.fulfill({ ...FAILURE, status: 403, json: { ...FAILURE.json, code: PERMISSION_DENIED } }),
  );
}

/** The first ones, as all are alike. */
async function openOperations(page: Page): Promise<void> {
  for (const at of [0, 1, 2]) await page.locator('summary').nth(at).click();
}

async function selectAll(page: Page): Promise<void> {
  await page.getByRole('gridcell').first().focus();
  await page.keyboard.press('Control+a');
  await page.locator('.gallery-selection').waitFor();
}

async function seePlots(page: Page): Promise<void> {
  for (const plot of await page.locator('.overview-canvas').all()) {
    await plot.scrollIntoViewIfNeeded();
    await plot.locator('canvas').waitFor();
  }
  await page.evaluate('scrollTo(0, 0)');
}

async function changeSettings(page: Page): Promise<void> {
  await page.getByLabel('Captcha').selectOption('provider_c');
  await page.locator('.admin-save').waitFor();
}

async function changeWatermark(page: Page): Promise<void> {
  await page.getByLabel('Watermark new photos').check();
  await page.locator('.admin-save').waitFor();
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menu').waitFor();
}

async function openAlbumChoice(page: Page): Promise<void> {
  await page.locator('.upload-album button').click();
  await page.getByRole('dialog').getByRole('radio').nth(2).waitFor();
}

async function showList(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'List', exact: true });
  if (await button.isVisible()) await button.click();
  else {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'List', exact: true }).click();
  }
  await page.getByRole('columnheader').first().waitFor({ state: 'attached' });
}

async function pressForDialog(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor();
}

/** A narrow window has no parts to choose. */
async function showParts(page: Page, parts: Readonly<Record<string, boolean>>): Promise<void> {
  for (const [name, isShown] of Object.entries(parts)) {
    const button = page.getByRole('button', { name, exact: true });
    if (!(await button.isVisible())) continue;
    if ((await button.getAttribute('aria-pressed')) !== String(isShown)) await button.click();
  }
}
