import { newAlbumLink } from '../../../../src/shared/ids.ts';
import { PAGES } from '../../../../src/shared/pages.ts';
import { notify } from '../../../../src/worker/domain/notifications/notify.ts';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { createShareLink } from '../../../../src/worker/domain/shares/create-share-link.ts';
import { CLIENT } from '../../../support/devices.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { wholeForm } from '../../../support/legacy.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';
import { uploadAll, uploadClient } from '../../../support/uploads.ts';
import { BASE_URL } from '../../../support/worker.ts';
import { OWN_ORIGIN, type Caller, type Headers } from './callers.ts';
import { openUpload, prepared, seedPrivateImage, worker, type Cast } from './cast.ts';
import type { Demand } from './rule.ts';

// The requests of the permission matrix that do not follow from the API document, and what they demand of callers.

export interface Ask {
  readonly path?: string;
  readonly json?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly headers?: Headers;
}

export interface Scene {
  readonly cast: Cast;
  readonly caller: Caller;
  readonly headers: Headers;
  /** The caller's account; the user's where it has none. */
  readonly self: Person;
  /** Whose resources it asks for. */
  readonly owner: Person;
  /** The call will change the resource, so it gets one of its own. */
  readonly isSpent: boolean;
  /** Of the isolate that answers. */
  readonly nowMs: number;
}

export interface Operation extends Demand {
  /** Without one, the route is the path. */
  readonly ask?: (scene: Scene) => Ask | Promise<Ask>;
  /** With pipeline 2 off. */
  readonly isLegacy?: true;
  /** Success changes the caller's session. */
  readonly spendsSessions?: true;
}

let names = 0;
const newName = (): string => `newcomer-${String((names += 1))}`;

const PUBLIC: Operation = { scope: 'public' };
const SESSION: Operation = { scope: 'session' };
const ADMIN: Operation = { scope: 'admin' };

const findLink = async ({ cast, owner }: Scene): Promise<string> => {
  const { uniqueLink } = owner === cast.user ? cast.image : await seedPrivateImage(owner);
  return `${uniqueLink}S`;
};

const askLink =
  (variant: string) =>
  async (scene: Scene): Promise<Ask> => ({ path: `/i/${await findLink(scene)}/${variant}.webp` });

const askRendition = async (scene: Scene): Promise<Ask> => ({
  path: `/r/320/${await findLink(scene)}.webp`,
});

const askPage = async (scene: Scene): Promise<Ask> => ({ path: `/p/${await findLink(scene)}` });

/** An account scheduled for deletion opened its uploads before. */
async function takeUpload({ cast, owner, isSpent }: Scene): Promise<string> {
  if (owner === cast.scheduled) {
    return (isSpent ? cast.earlierUploads.pop() : cast.earlierUploads[0]) ?? '';
  }
  return isSpent ? openUpload(owner) : cast.uploadId;
}
const ofUpload = (
  rest: string,
  more: Partial<Operation> = {},
  request: Partial<Ask> = {},
): Operation => ({
  scope: 'session',
  strangers: 4043,
  ask: async (scene) => ({ path: `/api/v1/uploads/${await takeUpload(scene)}${rest}`, ...request }),
  ...more,
});

const ofNotification = (rest: string): Operation => ({
  scope: 'session',
  strangers: 4040,
  ask: async ({ owner: { userId }, cast, isSpent }) => {
    const { db, clock } = worker.services;
    const notice = { userId, type: 'system', title: 'Hello', message: 'Words' } as const;
    const select = statement('SELECT max(id) AS id FROM notifications WHERE user_id = ?', userId);
    const find = async () => (await readRows<{ id: number | null }>(db, select))[0]?.id ?? null;
    if (isSpent || userId !== cast.user.userId || (await find()) === null) {
      await runBatch(db, [notify(notice, clock.now())]);
    }
    return { path: `/api/v1/notifications/${String(await find())}${rest}` };
  },
});

let links = 0;

/** A link of an image of the owner. */
const ofShareLink = (more: Partial<Operation>, json?: unknown): Operation => ({
  scope: 'session',
  strangers: 4031,
  isLocked: true,
  ...more,
  ask: async ({ cast, owner }) => {
    const { imageId } = owner === cast.user ? cast.image : await seedPrivateImage(owner);
    const insert = statement(
      `INSERT INTO share_links (image_id, token_hash, ciphertext, key_id, created_at)
       VALUES (?, ?, '', '', 0) RETURNING id`,
      imageId,
      String((links += 1)).padStart(64, '0'),
    );
    const [[row] = []] = await runBatch(worker.services.db, [insert]);
    return { path: `/api/v1/images/${String(imageId)}/links/${String(row?.['id'])}`, json };
  },
});

interface StoredAlbum {
  readonly id: string;
  readonly link: string;
}

/** Of the owner, ordered by hand, with a link. */
async function addAlbum(owner: Person): Promise<StoredAlbum> {
  const link = newAlbumLink();
  const insert = statement(
    `INSERT INTO albums (user_id, title, visibility, image_order, link, request_key, created_at, updated_at)
     VALUES (?, 'Harbours', 'public', 'manual', ?, ?, 0, 0) RETURNING id`,
    owner.userId,
    link,
    newAlbumLink(),
  );
  const count = statement(
    'UPDATE users SET album_count = album_count + 1 WHERE id = ?',
    owner.userId,
  );
  const [[row] = []] = await runBatch(worker.services.db, [insert, count]);
  return { id: String(row?.['id']), link };
}

const ofAlbum = (rest: string, isLocked: boolean, json?: unknown): Operation => ({
  scope: 'session',
  strangers: 4041,
  isLocked,
  ask: async ({ owner }) => {
    const { id } = await addAlbum(owner);
    return { path: `/api/v1/albums/${id}${rest}`, json };
  },
});

/** Of a shared album with one private image, which the album opens to everyone. */
const askSharedAlbum =
  (rest: (imageId: number) => string) =>
  async ({ owner }: Scene): Promise<Ask> => {
    const { id, link } = await addAlbum(owner);
    const { imageId } = await seedPrivateImage(owner);
    await runBatch(worker.services.db, [
      statement(
        'INSERT INTO album_images (album_id, image_id, position, dated_at, added_at) VALUES (?, ?, 0, 0, 0)',
        id,
        imageId,
      ),
      statement('UPDATE albums SET image_count = 1 WHERE id = ?', id),
    ]);
    return { path: `/a/${link}${rest(imageId)}` };
  };

async function shareImage(owner: Person): Promise<string> {
  const { imageId } = await seedPrivateImage(owner);
  const terms = { label: '', expiresAt: null, maxViews: null, password: null };
  return (
    (await createShareLink(worker.services, { ...owner, kind: 'web' }, imageId, terms)).token ?? ''
  );
}

const sharedTokens = new Map<Cast, string>();

const askShare =
  (path: string) =>
  async ({ cast }: Scene): Promise<Ask> => {
    const token = sharedTokens.get(cast) ?? (await shareImage(cast.user));
    sharedTokens.set(cast, token);
    return { path: `${path}?token=${token}` };
  };

/** An account to be changed. */
const takeAccount = ({ owner, isSpent }: Scene): Promise<Person> | Person =>
  isSpent ? registerAndLogin(worker) : owner;

const OPEN_PATHS = ['/health', '/ready', '/metrics', '/api/v1/openapi.json', '/api/v1/docs'];

/** By method and path; words in brackets tell two requests of a route apart. */
export const SPECIAL_OPERATIONS: Readonly<Record<string, Operation>> = {
  ...Object.fromEntries(OPEN_PATHS.map((path) => [`GET ${path}`, PUBLIC])),
  ...Object.fromEntries(
    Object.values(PAGES).map((path) => [
      `GET ${path}`,
      { ...PUBLIC, ask: () => ({ path: path.replace(/:.*/u, '1') }) },
    ]),
  ),
  'GET /i/* (gallery of a private image)': { scope: 'shared_image', ask: askLink('gallery') },
  'GET /i/* (publish of a private image)': { scope: 'shared_image', ask: askLink('publish') },
  'GET /r/* (of a private image)': { scope: 'shared_image', ask: askRendition },
  'GET /s/': { ...PUBLIC, ask: askShare('/s/') },
  'GET /s/image.webp': { ...PUBLIC, ask: askShare('/s/image.webp') },
  'POST /s/': { ...PUBLIC, admitted: 4041, ask: () => ({ path: '/s/?token=none' }) },
  'GET /i/* (master)': { scope: 'own_image', ask: askLink('master') },
  'GET /p/* (of a private image)': { scope: 'shared_image', ask: askPage },
  'GET /a/:link': { ...PUBLIC, ask: askSharedAlbum(() => '') },
  'GET /a/:link/feed.xml': { ...PUBLIC, ask: askSharedAlbum(() => '/feed.xml') },
  'GET /a/:link/images.zip': { ...PUBLIC, ask: askSharedAlbum(() => '/images.zip') },
  'GET /a/:link/:id': { ...PUBLIC, ask: askSharedAlbum((id) => `/${String(id)}`) },
  'GET /a/:link/:id/:file': {
    ...PUBLIC,
    ask: askSharedAlbum((id) => `/${String(id)}/320.webp`),
  },
  'GET /oembed': {
    ...PUBLIC,
    // An image that does not exist.
    admitted: 4041,
    ask: () => ({ path: `/oembed?url=${BASE_URL}/p/000000000000` }),
  },

  'POST /api/v1/auth/register': {
    scope: 'web_client',
    // The error of the address, so that no password is hashed.
    admitted: 3000,
    ask: () => ({ json: { username: newName(), email: 'none', password: 'long enough' } }),
  },
  'POST /api/v1/auth/password-reset': {
    ...PUBLIC,
    // The error of an unknown link.
    admitted: 4030,
    ask: () => ({ json: { token: 'treset_none', new_password: 'long enough' } }),
  },
  'POST /api/v1/auth/login': {
    scope: 'sign_in',
    ask: ({ self: { username, password } }) => ({ json: { username, password } }),
  },
  'POST /api/v1/auth/logout': { ...SESSION, spendsSessions: true },
  'POST /api/v1/auth/csrf/refresh': {
    scope: 'own_page',
    spendsSessions: true,
    ask: ({ headers }) => ({ headers: { ...OWN_ORIGIN, ...headers } }),
  },

  'POST /api/v1/auth/device-login': {
    scope: 'sign_in',
    ask: ({ self: { username, password } }) => ({
      json: { username, password, device: { device_id: 'one', name: 'A phone' } },
      headers: CLIENT,
    }),
  },
  'POST /api/v1/auth/device-bootstrap': {
    scope: 'bootstrap',
    ask: ({ caller, cast, nowMs }) => {
      const { nonce = crypto.randomUUID(), clockMs = 0 } = caller.bootstraps(cast);
      const token = caller.device(cast).identityToken;
      return {
        json: { identity_token: token, nonce, timestamp_ms: nowMs + clockMs },
        headers: CLIENT,
      };
    },
  },
  'POST /api/v1/auth/device-heartbeat': { ...SESSION, takes: ['bearerDeviceSession'] },
  'DELETE /api/v1/auth/device-shutdown': {
    ...SESSION,
    takes: ['bearerDeviceSession'],
    spendsSessions: true,
  },

  'PATCH /api/v1/user/password': {
    ...SESSION,
    // The error of the old password, so that no session ends.
    admitted: 2001,
    ask: () => ({ json: { old_password: 'wrong', new_password: 'another long one' } }),
  },

  'PATCH /api/v1/notifications/:id/read': ofNotification('/read'),
  'DELETE /api/v1/notifications/:id': ofNotification(''),

  'POST /api/v1/uploads/': {
    ...SESSION,
    isLocked: true,
    ask: () => ({ json: prepared.manifest, headers: { 'Idempotency-Key': newName() } }),
  },
  'PUT /api/v1/uploads/:uploadID/parts/:kind': ofUpload(
    '/parts/master',
    { isLocked: true },
    {
      bytes: prepared.bodies.master,
      headers: {
        'Content-Type': 'image/webp',
        'Content-Length': String(prepared.bodies.master.byteLength),
      },
    },
  ),
  'POST /api/v1/uploads/:uploadID/complete': ofUpload('/complete', {
    isLocked: true,
    ask: async (scene) => {
      const uploadId = scene.isSpent
        ? await uploadAll(uploadClient(worker, scene.owner), prepared)
        : await takeUpload(scene);
      return { path: `/api/v1/uploads/${uploadId}/complete` };
    },
  }),
  'POST /api/v1/albums': {
    ...SESSION,
    isLocked: true,
    ask: () => ({ json: { title: 'Harbours' } }),
  },
  'GET /api/v1/albums/:id': ofAlbum('', false),
  'PATCH /api/v1/albums/:id': ofAlbum('', true, { title: 'Ships' }),
  'DELETE /api/v1/albums/:id': ofAlbum('', true),
  'POST /api/v1/albums/:id/link': ofAlbum('/link', true),
  'GET /api/v1/albums/:id/images': ofAlbum('/images', false),
  'POST /api/v1/albums/:id/images': ofAlbum('/images', true, { image_ids: [1] }),
  'POST /api/v1/albums/:id/images/remove': ofAlbum('/images/remove', true, { image_ids: [1] }),
  'POST /api/v1/albums/:id/images/move': ofAlbum('/images/move', true, {
    image_ids: [1],
    before: null,
  }),
  'DELETE /api/v1/trash/': { ...SESSION, isLocked: true },
  'POST /api/v1/trash/restore': {
    ...SESSION,
    isLocked: true,
    ask: () => ({ json: { image_ids: [1] } }),
  },
  'POST /api/v1/trash/delete': {
    ...SESSION,
    isLocked: true,
    ask: () => ({ json: { image_ids: [1] } }),
  },
  'POST /api/v1/uploads/status': {
    ...SESSION,
    strangers: 4043,
    ask: async (scene) => ({
      json: { upload_ids: [await takeUpload({ ...scene, isSpent: false })] },
    }),
  },
  'GET /api/v1/uploads/:uploadID': ofUpload(''),
  'DELETE /api/v1/uploads/:uploadID': ofUpload(''),

  // The errors of the missing file, so that nothing is prepared.
  'POST /api/v1/upload': { ...SESSION, isLocked: true, admitted: 3001 },
  'POST /api/v1/picgo/upload': { ...SESSION, isLocked: true, admitted: 3000 },
  'POST /api/v1/picgo/delete': {
    ...SESSION,
    isLocked: true,
    admitted: 4041,
    ask: () => ({ json: { list: [{ delete_url: '/d/?token=none' }] } }),
  },
  'POST /api/v1/picgo/heartbeat': { ...SESSION, isLocked: true },

  'POST /api/v1/images/': { ...SESSION, isLocked: true, isLegacy: true, ask: wholeForm },
  'GET /api/v1/upload/queue/:id': {
    ...SESSION,
    strangers: 4043,
    isLegacy: true,
    ask: ({ cast, owner }) => ({
      path: `/api/v1/upload/queue/${owner === cast.user ? cast.fileId : cast.earlierFileId}`,
    }),
  },

  'PATCH /api/v1/images/:id/links/:linkId': ofShareLink({}, { label: 'For Ada' }),
  'DELETE /api/v1/images/:id/links/:linkId': ofShareLink({ isOpenToAdmins: true }),

  'PATCH /api/v1/admin/users/:id/status': {
    ...ADMIN,
    ask: async (scene) => ({
      path: `/api/v1/admin/users/${String((await takeAccount(scene)).userId)}/status`,
      json: { status: 'suspended' },
    }),
  },
  'POST /api/v1/admin/users/:id/request-deletion': {
    ...ADMIN,
    ask: async (scene) => {
      const { userId, username } = await takeAccount(scene);
      const path = `/api/v1/admin/users/${String(userId)}/request-deletion`;
      return { path: `${path}?admin=${scene.self.username}`, json: { username } };
    },
  },
  'POST /api/v1/admin/users/:id/cancel-deletion': {
    ...ADMIN,
    ask: async (scene) => {
      const { cast, isSpent } = scene;
      const account = isSpent ? await takeAccount(scene) : cast.scheduled;
      if (isSpent) await requestDeletion(worker.services, cast.administrator, account);
      return { path: `/api/v1/admin/users/${String(account.userId)}/cancel-deletion` };
    },
  },
  'PATCH /api/v1/admin/users/:id/limits': {
    ...ADMIN,
    ask: async (scene) => ({
      path: `/api/v1/admin/users/${String((await takeAccount(scene)).userId)}/limits`,
      json: { storage_quota: 1_000_000_000_000 },
    }),
  },
  'POST /api/v1/admin/users/:id/password-reset': {
    ...ADMIN,
    ask: async (scene) => ({
      path: `/api/v1/admin/users/${String((await takeAccount(scene)).userId)}/password-reset`,
    }),
  },
  'POST /api/v1/admin/users/:id/password-reset (of an administrator)': {
    ...ADMIN,
    admitted: 4030,
    ask: ({ cast }) => ({
      path: `/api/v1/admin/users/${String(cast.administrator.userId)}/password-reset`,
    }),
  },
  'PATCH /api/v1/admin/configs': {
    ...ADMIN,
    ask: () => ({ json: { items: [{ key: 'site_language', value: 'en-US' }] } }),
  },
  'PUT /api/v1/admin/watermark-image': {
    ...ADMIN,
    ask: () => ({ bytes: WEBP.lossy, headers: { 'Content-Type': 'image/webp' } }),
  },
  'GET /api/v1/admin/images/by-hash': {
    ...ADMIN,
    ask: () => ({ path: `/api/v1/admin/images/by-hash?sha256=${'a'.repeat(64)}` }),
  },
  'GET /api/v1/admin/outbox': {
    ...ADMIN,
    ask: () => ({ path: '/api/v1/admin/outbox?kind=purge' }),
  },
};
