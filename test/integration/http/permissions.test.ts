import { inspectRoutes } from 'hono/dev';
import { beforeAll, expect, it } from 'vitest';
import { requestDeletion } from '../../../src/worker/domain/accounts/request-deletion.ts';
import { notify } from '../../../src/worker/domain/notifications/notify.ts';
import { createApp } from '../../../src/worker/http/app.ts';
import {
  ADMIN_READ,
  ADMIN_WRITE,
  CALLERS,
  DEVICE_WRITE,
  everybody,
  LOCKED_WRITE,
  only,
  OPEN,
  READ,
  refusalsIn,
  WRITE,
  type Caller,
  type Codes,
} from '../../support/callers.ts';
import { seedPublishedImage } from '../../support/images.ts';
import { PAGES } from '../../../src/shared/pages.ts';
import { newUploadId } from '../../../src/shared/ids.ts';
import { CLIENT, loginDevice } from '../../support/devices.ts';
import { WEBP } from '../../support/fixtures.ts';
import { makePng } from '../../support/craft-images.ts';
import { LEGACY_VARS, legacyClient, loseJobs, wholeForm } from '../../support/legacy.ts';
import { loginAs, registerAndLogin, type Person } from '../../support/people.ts';
import { readRows, runBatch, statement } from '../../support/sql.ts';
import { putInState, registerAdmin } from '../../support/states.ts';
import { prepareUpload, uploadAll, uploadClient } from '../../support/uploads.ts';
import { createTestWorker, TestClock, type TestWorker } from '../../support/worker.ts';

// The table of permissions: every mounted route by every kind of caller. A route without a row fails. Sessions of one
// user request that user's resources; strangers and administrators request the user's.

type Headers = Record<string, string>;

interface Ask {
  readonly path?: string;
  readonly json?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly headers?: Headers;
}

interface Scene {
  readonly caller: Caller;
  /** The user whose session the caller sends; the user where it sends none. */
  readonly self: Person;
  /** The user whose resources the caller requests. */
  readonly owner: Person;
}

interface Row {
  readonly codes: Codes;
  /** Creates the requested resource for each caller; without one, the route is the path. */
  readonly ask?: ((scene: Scene) => Ask | Promise<Ask>) | undefined;
  /** With pipeline 2 off. */
  readonly legacy?: true;
  /** Success ends the caller's session. */
  readonly endsSessions?: true;
}

const clock = new TestClock();
const worker = createTestWorker({
  clock,
  vars: {
    UPLOAD_ACTIVE_SESSIONS_PER_USER: '100',
    UPLOAD_SESSIONS_PER_MINUTE: '1000',
    DEVICE_BOOTSTRAPS_PER_MINUTE: '100',
    DEVICE_SESSIONS_PER_IDENTITY: '100',
    DEFAULT_STORAGE_QUOTA_BYTES: '1000000000000',
    LOGIN_ATTEMPTS_PER_IP: '100000',
  },
});
const legacyWorker = createTestWorker({ clock, vars: LEGACY_VARS, intercept: loseJobs() });
/** An isolate with a clock past the end of every session. */
const lateWorker = createTestWorker({
  clock: new TestClock(clock.now() + worker.services.config.SESSION_TTL_MS),
});

const isolateOf = (caller: Caller, isLegacy = false): TestWorker =>
  caller === 'expired session' ? lateWorker : isLegacy ? legacyWorker : worker;

const UNKNOWN_ID = '999999999';
/** Of the device bearer's device. */
let identityToken = '';

const prepared = await prepareUpload();

const seedImage = async ({ userId }: Person) =>
  seedPublishedImage(worker, { userId, visibility: 'private' });
const askImage =
  (rest: string, json?: unknown): Row['ask'] =>
  async ({ owner }) => {
    const { imageId } = await seedImage(owner);
    return { path: `/api/v1/images/${String(imageId)}${rest}`, json };
  };

/** Uploads of the account scheduled for deletion: it opened them before. */
const openedBefore: string[] = [];
const openUpload = async (owner: Person): Promise<string> => {
  const { data } = await uploadClient(worker, owner).create(prepared.manifest);
  return String(data.upload_id);
};
const takeUpload = async ({ owner, caller }: Scene): Promise<string> => {
  if (caller === 'suspended' || caller === 'deleting') return newUploadId();
  return caller === 'pending_deletion' ? (openedBefore.pop() ?? '') : openUpload(owner);
};
/** An upload of the account scheduled for deletion, from before. */
let queuedBefore = '';
const uploadLegacy = async (owner: Person): Promise<string> => {
  const { data } = await legacyClient(legacyWorker, owner).upload(makePng());
  return String(data.id);
};
const takeQueued = async ({ owner, caller }: Scene): Promise<string> => {
  if (caller === 'suspended' || caller === 'deleting') return newUploadId();
  return caller === 'pending_deletion' ? queuedBefore : uploadLegacy(owner);
};
const askUpload =
  (rest: string, more: Partial<Ask> = {}): Row['ask'] =>
  async (scene) => ({ path: `/api/v1/uploads/${await takeUpload(scene)}${rest}`, ...more });

const askNotification =
  (rest: string): Row['ask'] =>
  async ({ owner: { userId } }) => {
    const notice = { userId, type: 'system', title: 'Hello', message: 'Words' } as const;
    await runBatch(worker.services.db, [notify(notice, clock.now())]);
    const [row] = await readRows<{ id: number }>(
      worker.services.db,
      statement('SELECT max(id) AS id FROM notifications WHERE user_id = ?', userId),
    );
    return { path: `/api/v1/notifications/${String(row?.id)}${rest}` };
  };

let names = 0;
const newName = (): string => `newcomer-${String((names += 1))}`;
const open = (path: string): Row => ({ codes: OPEN, ask: () => ({ path }) });
const OPEN_PATHS = ['/health', '/ready', '/metrics', '/api/v1/openapi.json', '/api/v1/docs'];

const ROWS: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(OPEN_PATHS.map((path) => [`GET ${path}`, { codes: OPEN }])),
  ...Object.fromEntries(
    Object.values(PAGES).map((path) => [`GET ${path}`, open(path.replace(/:.*/u, '1'))]),
  ),
  // A private image: a caller without an admitted session needs its token.
  'GET /i/*': {
    codes: {
      ...only(READ, 4037, 0),
      anonymous: 4037,
      suspended: 4037,
      // An image that is being erased is hidden.
      deleting: 4041,
      'identity token': 4037,
      'expired session': 4037,
    },
    ask: async ({ owner }) => ({ path: `/i/${(await seedImage(owner)).uniqueLink}S/gallery.webp` }),
  },

  'POST /api/v1/auth/register': {
    // A permitted caller gets the error of the address, so that no password is hashed.
    codes: {
      ...everybody(3000),
      'admin on a device platform': 4034,
      'device bearer': 4034,
      'identity token': 4034,
    },
    ask: () => ({ json: { username: newName(), email: 'none', password: 'long enough' } }),
  },
  'POST /api/v1/auth/login': {
    codes: { ...OPEN, suspended: 4030, deleting: 4030 },
    ask: ({ self: { username, password } }) => ({ json: { username, password } }),
  },
  'GET /api/v1/auth/me': { codes: READ },
  'POST /api/v1/auth/logout': { codes: WRITE, endsSessions: true },
  'POST /api/v1/auth/csrf/refresh': {
    codes: {
      ...READ,
      'admin on a device platform': 4010,
      'device bearer': 4010,
    },
    ask: () => ({ headers: { Origin: 'https://tintype.test' } }),
  },

  'POST /api/v1/auth/device-login': {
    codes: { ...OPEN, suspended: 4030, deleting: 4030 },
    ask: ({ self: { username, password } }) => ({
      json: { username, password, device: { device_id: 'one', name: 'A phone' } },
      headers: CLIENT,
    }),
  },
  'POST /api/v1/auth/device-bootstrap': {
    codes: OPEN,
    ask: ({ caller }) => {
      const { clock: ownClock } = isolateOf(caller);
      return {
        json: { identity_token: identityToken, nonce: newName(), timestamp_ms: ownClock.now() },
        headers: CLIENT,
      };
    },
  },
  'POST /api/v1/auth/device-heartbeat': { codes: DEVICE_WRITE },
  'DELETE /api/v1/auth/device-shutdown': { codes: DEVICE_WRITE, endsSessions: true },
  'GET /api/v1/auth/device-identities': { codes: READ },
  'GET /api/v1/auth/sessions': { codes: READ },
  // Unknown ids: a permitted caller gets 4041.
  'DELETE /api/v1/auth/device-identities/:id': {
    codes: { ...everybody(4041), ...refusalsIn(WRITE) },
    ask: () => ({ path: `/api/v1/auth/device-identities/${UNKNOWN_ID}` }),
  },
  'DELETE /api/v1/auth/sessions/:id': {
    codes: { ...everybody(4041), ...refusalsIn(WRITE) },
    ask: () => ({ path: '/api/v1/auth/sessions/unknown' }),
  },

  'GET /api/v1/public/config': { codes: OPEN },
  'GET /api/v1/public/stats': { codes: OPEN },
  'POST /api/v1/public/client-errors': {
    codes: OPEN,
    ask: () => ({ json: { kind: 'error', message: 'It broke' } }),
  },

  'GET /api/v1/user/profile': { codes: READ },
  'GET /api/v1/user/archive': { codes: READ },
  'PATCH /api/v1/user/password': {
    // A permitted caller gets the error of the old password, so that no new one is hashed.
    codes: { ...everybody(2001), ...refusalsIn(WRITE) },
    ask: () => ({ json: { old_password: 'wrong', new_password: 'another long one' } }),
  },

  'GET /api/v1/notifications/': { codes: READ },
  'PATCH /api/v1/notifications/batch-read': { codes: WRITE },
  'PATCH /api/v1/notifications/:id/read': {
    codes: only(WRITE, 4040),
    ask: askNotification('/read'),
  },
  'DELETE /api/v1/notifications/clear': { codes: WRITE },
  'DELETE /api/v1/notifications/:id': { codes: only(WRITE, 4040), ask: askNotification('') },

  'GET /api/v1/uploads/recipe': { codes: READ },
  'POST /api/v1/uploads/': {
    codes: LOCKED_WRITE,
    ask: () => ({ json: prepared.manifest, headers: { 'Idempotency-Key': newName() } }),
  },
  'PUT /api/v1/uploads/:uploadID/parts/:kind': {
    codes: only(LOCKED_WRITE, 4043),
    ask: askUpload('/parts/master', {
      bytes: prepared.bodies.master,
      headers: {
        'Content-Type': 'image/webp',
        'Content-Length': String(prepared.bodies.master.byteLength),
      },
    }),
  },
  'POST /api/v1/uploads/:uploadID/complete': {
    codes: only(LOCKED_WRITE, 4043),
    ask: async (scene) => {
      const isLetIn = scene.caller === 'user' || scene.caller === 'device bearer';
      const uploadId = isLetIn
        ? await uploadAll(uploadClient(worker, scene.owner), prepared)
        : await takeUpload(scene);
      return { path: `/api/v1/uploads/${uploadId}/complete` };
    },
  },
  'POST /api/v1/uploads/status': {
    codes: only(WRITE, 4043),
    ask: async (scene) => ({ json: { upload_ids: [await takeUpload(scene)] } }),
  },
  'GET /api/v1/uploads/:uploadID': { codes: only(READ, 4043), ask: askUpload('') },
  'DELETE /api/v1/uploads/:uploadID': { codes: only(WRITE, 4043), ask: askUpload('') },

  'GET /api/v1/images/': { codes: READ },
  'POST /api/v1/images/': {
    codes: LOCKED_WRITE,
    legacy: true,
    ask: wholeForm,
  },
  'GET /api/v1/upload/queue/:id': {
    codes: only(READ, 4043),
    ask: async (scene) => ({ path: `/api/v1/upload/queue/${await takeQueued(scene)}` }),
  },
  'GET /api/v1/images/:id': { codes: only(READ, 4031, 0), ask: askImage('') },
  'DELETE /api/v1/images/:id': { codes: only(LOCKED_WRITE, 4031, 0), ask: askImage('') },
  'PATCH /api/v1/images/:id/visibility': {
    codes: only(LOCKED_WRITE, 4031, 0),
    ask: askImage('/visibility', { visibility: 'public' }),
  },
  'POST /api/v1/images/:id/tokens': {
    codes: only(LOCKED_WRITE, 4031, 0),
    ask: askImage('/tokens'),
  },
  'DELETE /api/v1/images/:id/tokens': {
    codes: only(LOCKED_WRITE, 4031, 0),
    ask: askImage('/tokens'),
  },

  'GET /api/v1/admin/users': { codes: ADMIN_READ },
  'PATCH /api/v1/admin/users/:id/status': {
    codes: ADMIN_WRITE,
    ask: ({ owner: { userId } }) => ({
      path: `/api/v1/admin/users/${String(userId)}/status`,
      json: { status: 'active' },
    }),
  },
  'POST /api/v1/admin/users/:id/request-deletion': {
    codes: { ...ADMIN_WRITE, admin: 4041 },
    ask: ({ self: { username } }) => ({
      path: `/api/v1/admin/users/${UNKNOWN_ID}/request-deletion?admin=${username}`,
      json: { username: 'nobody' },
    }),
  },
  'POST /api/v1/admin/users/:id/cancel-deletion': {
    codes: { ...ADMIN_WRITE, admin: 4041 },
    ask: () => ({ path: `/api/v1/admin/users/${UNKNOWN_ID}/cancel-deletion` }),
  },
  'GET /api/v1/admin/stats': { codes: ADMIN_READ },
  'GET /api/v1/admin/stats/daily': { codes: ADMIN_READ },
  'GET /api/v1/admin/configs': { codes: ADMIN_READ },
  'PATCH /api/v1/admin/configs': {
    codes: ADMIN_WRITE,
    ask: () => ({ json: { items: [{ key: 'site_language', value: 'en-US' }] } }),
  },
  'PUT /api/v1/admin/watermark-image': {
    codes: ADMIN_WRITE,
    ask: () => ({ bytes: WEBP.lossy, headers: { 'Content-Type': 'image/webp' } }),
  },
  'GET /api/v1/admin/publications': { codes: ADMIN_READ },
  'POST /api/v1/admin/publications/:image_id/retry': {
    codes: { ...ADMIN_WRITE, admin: 4041 },
    ask: () => ({ path: `/api/v1/admin/publications/${UNKNOWN_ID}/retry` }),
  },
  'GET /api/v1/admin/outbox': {
    codes: ADMIN_READ,
    ask: () => ({ path: '/api/v1/admin/outbox?kind=purge' }),
  },
  'POST /api/v1/admin/outbox/:id/retry': {
    codes: { ...ADMIN_WRITE, admin: 4041 },
    ask: () => ({ path: `/api/v1/admin/outbox/${UNKNOWN_ID}/retry` }),
  },
  'GET /api/v1/admin/audit': { codes: ADMIN_READ },
};

interface Cast {
  readonly selves: Readonly<Record<Caller, Person>>;
  readonly headers: Readonly<Record<Caller, Headers>>;
}

const STRANGERS: ReadonlySet<Caller> = new Set([
  'other user',
  'admin',
  'admin on a device platform',
]);

let cast: Cast;

beforeAll(async () => {
  cast = await gather(10);
});

async function gather(uploads = 0): Promise<Cast> {
  const user = await registerAndLogin(worker);
  const other = await registerAndLogin(worker);
  const onDevice = await registerAndLogin(worker);
  const admin = await registerAdmin(worker);
  const adminOnDevice = await registerAdmin(worker);
  const suspended = await registerAndLogin(worker);
  await putInState(worker, suspended, 'suspended');
  const deleting = await registerAndLogin(worker);
  await putInState(worker, deleting, 'deleting');
  const doomed = await registerAndLogin(worker);
  // Its download allowance is a multiple of its stored bytes.
  for (let count = 0; count < 3; count += 1) await seedImage(doomed);
  while (openedBefore.length < uploads) openedBefore.push(await openUpload(doomed));
  if (queuedBefore === '') queuedBefore = await uploadLegacy(doomed);
  await requestDeletion(worker.services, admin, doomed);
  const locked = await loginAs(worker, doomed);
  const device = await loginDevice(worker, onDevice);
  const adminDevice = await loginDevice(worker, adminOnDevice);
  identityToken = device.identityToken;
  const { Cookie = '' } = user.headers;
  const foreign = other.headers['X-CSRF-Token'] ?? '';
  const parts: Readonly<Record<Caller, readonly [Person, Headers]>> = {
    anonymous: [user, {}],
    user: [user, user.headers],
    'other user': [other, other.headers],
    suspended: [suspended, suspended.headers],
    pending_deletion: [locked, locked.headers],
    deleting: [deleting, deleting.headers],
    admin: [admin, admin.headers],
    'admin on a device platform': [adminOnDevice, adminDevice.headers],
    'device bearer': [onDevice, device.headers],
    'identity token': [onDevice, { ...CLIENT, Authorization: `Bearer ${identityToken}` }],
    'expired session': [user, user.headers],
    'wrong CSRF': [user, { ...user.headers, 'X-CSRF-Token': foreign }],
    'no CSRF': [user, { Cookie }],
  };
  const each = <Value>(pick: (part: readonly [Person, Headers]) => Value) =>
    Object.fromEntries(CALLERS.map((caller) => [caller, pick(parts[caller])])) as Record<
      Caller,
      Value
    >;
  return { selves: each(([self]) => self), headers: each(([, headers]) => headers) };
}

/** Catch-all routes: they refuse the method for every caller. */
const REFUSING = ['ALL /i/*'];

/** Routes of the console for every caller: the frame of a captcha, and a redirect. */
const BESIDE_PAGES = ['GET /captcha/:provider', 'POST /share'];

const ownRoutes = inspectRoutes(createApp())
  .filter(({ isMiddleware, method }) => !isMiddleware && method !== 'OPTIONS')
  .map(({ method, path }) => `${method} ${path}`);

it('the table of permissions has a row for every mounted route', () => {
  expect([...Object.keys(ROWS), ...REFUSING, ...BESIDE_PAGES].toSorted()).toEqual(
    ownRoutes.toSorted(),
  );
});

it.each(Object.keys(ROWS))('%s answers each caller as specified', async (route) => {
  const { codes = OPEN, ask, endsSessions, legacy } = ROWS[route] ?? {};
  const [method = '', template = ''] = route.split(' ');
  const { selves, headers } = endsSessions === true ? await gather() : cast;
  const seen: Partial<Record<Caller, number>> = {};
  // The user comes last: success may end resources that others request.
  for (const caller of CALLERS.toSorted((a, b) => Number(a === 'user') - Number(b === 'user'))) {
    const self = selves[caller];
    const owner = STRANGERS.has(caller) ? selves.user : self;
    const asked = (await ask?.({ caller, self, owner })) ?? {};
    const { path = template, json, bytes } = asked;
    const response = await isolateOf(caller, legacy).fetch(path, {
      method,
      headers: {
        ...headers[caller],
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...asked.headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(bytes === undefined ? {} : { body: bytes }),
    });
    seen[caller] = await readCode(response);
  }
  expect(seen).toEqual(codes);
});

/** The code of a response, whatever its status; 0 for a success without an envelope. */
async function readCode(response: Response): Promise<number> {
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true;
  if (response.ok && !isJson) return 0;
  const { code } = JSON.parse(text) as { code?: number };
  return code ?? (response.ok ? 0 : -1);
}
