import { API_KEY_SCOPES } from '../../../../src/worker/domain/sessions/api-key-store.ts';
import { CLIENT } from '../../../support/devices.ts';
import { mistype } from '../../../support/mistype.ts';
import { BASE_URL } from '../../../support/worker.ts';
import type { Person } from '../../../support/people.ts';
import { guessedUploadId, type Cast } from './cast.ts';

// The kinds of callers of the permission matrix: what each sends, and how the specification sees it.

export type Headers = Readonly<Record<string, string>>;

export interface Caller {
  /** The error of reads that need a session; 0 for none. */
  readonly read: number;
  /** The error of writes that need a session. */
  readonly write: number;
  /** What it is to the user's resources; the account scheduled for deletion asks for its own. */
  readonly role: 'owner' | 'stranger' | 'scheduled' | 'administrator';
  readonly sends: 'cookie' | 'bearer' | 'nothing';
  readonly isDevice: boolean;
  /** What its API key allows; null for callers without one. */
  readonly keyScopes: readonly string[] | null;
  /** Names a platform other than the web. */
  readonly namesPlatform: boolean;
  /** A direct link admits its session though the API does not. */
  readonly seesOwn: boolean;
  /** The error of a private image's link by its image token; 0 for none. */
  readonly imageToken: number;
  /** The error of a sign-in with the account's password. */
  readonly signIn: number;
  /** The error of a session by the identity of `device`. */
  readonly bootstrap: number;
  readonly bootstraps: (cast: Cast) => { readonly nonce?: string; readonly clockMs?: number };
  readonly device: (cast: Cast) => Cast['device'];
  /** Whose password it knows. */
  readonly self: (cast: Cast) => Person;
  readonly headers: (cast: Cast) => Headers;
  /** Asks when its credential is past its end. */
  readonly isLate: 'session' | 'csrf' | null;
}

const SIGN_IN = 4010;
const EXPIRED = 4011;
const DENIED = 4030;

const caller = (headers: Caller['headers'], traits: Partial<Caller> = {}): Caller => ({
  read: 0,
  write: traits.read ?? 0,
  role: 'owner',
  sends: 'cookie',
  isDevice: false,
  keyScopes: null,
  namesPlatform: false,
  seesOwn: false,
  imageToken: 4037,
  signIn: 0,
  bootstrap: 0,
  bootstraps: () => ({}),
  device: ({ device }) => device,
  self: ({ user }) => user,
  headers,
  isLate: null,
  ...traits,
});

const cookie = (token: string): Headers => ({ Cookie: `__Host-session_token=${token}` });
const withBearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });

/** Sends a bearer that is no live session. */
const deadBearer = (tokenOf: (cast: Cast) => string, traits: Partial<Caller> = {}): Caller =>
  caller((cast) => withBearer(tokenOf(cast)), { read: SIGN_IN, sends: 'bearer', ...traits });

const deadCookie = (tokenOf: (cast: Cast) => string, traits: Partial<Caller> = {}): Caller =>
  caller((cast) => cookie(tokenOf(cast)), { read: SIGN_IN, write: 4035, ...traits });

/** Sends an account's cookies and its CSRF header. */
const webUser = (self: Caller['self'], traits: Partial<Caller> = {}): Caller =>
  caller((cast) => self(cast).headers, { self, ...traits });

/** Sends an image token without a session. */
const tokenHolder = (
  tokenOf: (tokens: Cast['tokens']) => string,
  imageToken: number,
  traits: Partial<Caller> = {},
): Caller =>
  caller(({ tokens }) => ({ 'X-Image-Token': tokenOf(tokens) }), {
    read: SIGN_IN,
    sends: 'nothing',
    imageToken,
    ...traits,
  });

/** Sends a device's session, with changed headers ('' omits one). */
const program = (
  device: Caller['device'],
  traits: Partial<Caller> = {},
  changes: Headers = {},
): Caller =>
  caller(
    (cast) => {
      const all = { ...device(cast).headers, ...changes };
      return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    },
    { sends: 'bearer', isDevice: true, namesPlatform: true, ...traits },
  );

/** Sends the identity token where a session belongs. */
const identity = (traits: Partial<Caller> = {}): Caller =>
  caller(({ device }) => ({ ...CLIENT, ...withBearer(device.identityToken) }), {
    read: 4033,
    sends: 'bearer',
    namesPlatform: true,
    ...traits,
  });

/** Sends an API key of all scopes. */
const key = (
  keyOf: (keys: Cast['keys']) => { readonly headers: Headers },
  traits: Partial<Caller> = {},
): Caller =>
  caller(({ keys }) => keyOf(keys).headers, {
    sends: 'bearer',
    keyScopes: API_KEY_SCOPES,
    ...traits,
  });

const csrfOf = ({ headers }: Person): string => headers['X-CSRF-Token'] ?? '';
const cookiesOf = ({ headers }: Person): Headers => ({ Cookie: headers['Cookie'] ?? '' });
const USER = ({ user }: Cast): Person => user;

export const CALLERS: Readonly<Record<string, Caller>> = {
  nobody: caller(() => ({}), { read: SIGN_IN, sends: 'nothing' }),

  'a bearer of no session': deadBearer(({ unopened }) => unopened),
  'a bearer with another checksum': deadBearer(({ user }) => mistype(user.bearer, -1)),
  'a bearer under another account’s id': deadBearer(({ user, administrator }) =>
    user.bearer.replace(`.${String(user.userId)}.`, `.${String(administrator.userId)}.`),
  ),
  'a bearer of another service’s keys': deadBearer(({ foreign }) => foreign),
  'a cookie of no session': deadCookie(({ unopened }) => unopened),

  'an expired session': webUser(USER, { read: EXPIRED, write: EXPIRED, isLate: 'session' }),
  'a signed-out session': webUser(({ signedOut }) => signedOut, { read: SIGN_IN, write: SIGN_IN }),
  'a session of before a change of password': webUser(({ changed }) => changed, {
    read: SIGN_IN,
    write: SIGN_IN,
  }),
  'a session of an ended device': program(({ endedDevice }) => endedDevice, {
    read: SIGN_IN,
    write: SIGN_IN,
    bootstrap: SIGN_IN,
    device: ({ endedDevice }) => endedDevice,
  }),

  'an identity token as bearer': identity(),
  'an identity token with a used nonce': identity({
    bootstrap: 4090,
    bootstraps: ({ usedNonce }) => ({ nonce: usedNonce }),
  }),
  'an identity token with a wrong clock': identity({
    bootstrap: 3000,
    bootstraps: () => ({ clockMs: 3_600_000 }),
  }),
  'an identity token as cookie': deadCookie(({ device }) => device.identityToken, { read: 4033 }),
  'a device’s session as cookie': deadCookie(({ device }) => device.bearer),
  'a CSRF token as bearer': deadBearer(({ user }) => csrfOf(user)),
  'an upload id as bearer': deadBearer(() => guessedUploadId),

  'the image’s token': tokenHolder(({ active }) => active, 0),
  'the image’s token as bearer': deadBearer(({ tokens }) => tokens.active, { imageToken: 0 }),
  'another image’s token': tokenHolder(({ other }) => other, 4037),
  'a revoked image token': tokenHolder(({ revoked }) => revoked, 4042),
  'an expired image token': tokenHolder(({ active }) => active, 4037, { isLate: 'session' }),

  'the user': webUser(USER),
  'the user without a CSRF header': caller(({ user }) => cookiesOf(user), { write: 4035 }),
  'the user with another CSRF header': caller(
    ({ user, other }) => ({ ...user.headers, 'X-CSRF-Token': csrfOf(other) }),
    { write: 4036 },
  ),
  'the user with the CSRF token of another session': caller(
    ({ user, second }) => ({
      Cookie: `__Host-session_token=${user.bearer}; __Host-csrf_token=${csrfOf(second)}`,
      'X-CSRF-Token': csrfOf(second),
    }),
    { write: 4036 },
  ),
  'the user with an expired CSRF token': webUser(({ lapsed }) => lapsed, {
    write: 4036,
    isLate: 'csrf',
  }),
  'the user on a foreign page': caller(
    ({ user }) => ({ ...user.headers, Origin: 'https://elsewhere.test' }),
    { read: SIGN_IN, write: 4036 },
  ),
  'the user’s cookie beside a wrong bearer': caller(
    ({ user, unopened }) => ({ ...user.headers, ...withBearer(unopened) }),
    { read: SIGN_IN, write: SIGN_IN, sends: 'bearer' },
  ),
  'the user’s session as bearer': caller(({ second }) => withBearer(second.bearer), {
    sends: 'bearer',
  }),
  'the user’s device': program(({ device }) => device),
  'the user’s device without a platform': program(
    ({ device }) => device,
    { read: 3000, write: 3000, seesOwn: true, namesPlatform: false },
    { 'X-Platform': '' },
  ),
  'the user’s device with an old program': program(
    ({ device }) => device,
    { read: 4260, write: 4260, seesOwn: true },
    { 'X-Client-Version': '0.9.0' },
  ),

  'a key for uploads': key(({ upload }) => upload, { keyScopes: ['upload'] }),
  'a key for reading': key(({ read }) => read, { keyScopes: ['read'] }),
  'a key for managing': key(({ manage }) => manage, { keyScopes: ['manage'] }),
  'a key of all scopes': key(({ whole }) => whole),
  'a key in X-API-Key': caller(({ keys }) => ({ 'X-API-Key': keys.whole.key }), {
    sends: 'bearer',
    keyScopes: API_KEY_SCOPES,
  }),
  'a key for reading beside the user’s cookies': caller(
    ({ keys, user }) => ({ ...user.headers, 'X-API-Key': keys.read.key }),
    { sends: 'bearer', keyScopes: ['read'] },
  ),
  'an expired key': key(({ lapsing }) => lapsing, { read: EXPIRED, isLate: 'session' }),
  'a withdrawn key': key(({ withdrawn }) => withdrawn, { read: SIGN_IN }),
  'the earlier value of a rotated key': key(({ rotated }) => rotated, { read: SIGN_IN }),
  'a made-up key': key(({ unknown }) => unknown, { read: SIGN_IN }),
  'a key with another checksum': deadBearer(({ keys }) => mistype(keys.whole.key, -1)),
  'a key as cookie': deadCookie(({ keys }) => keys.whole.key),
  'a key of another user': key(({ other }) => other, { role: 'stranger' }),
  'a key of a suspended user': key(({ suspended }) => suspended, { read: SIGN_IN }),
  'a key of a user whose account is being deleted': key(({ deleting }) => deleting, {
    read: SIGN_IN,
  }),
  'a key of a user whose account is scheduled for deletion': key(({ scheduled }) => scheduled, {
    role: 'scheduled',
  }),
  'a key of an administrator': key(({ administrator }) => administrator, { role: 'stranger' }),

  'another user': webUser(({ other }) => other, { role: 'stranger' }),
  'a suspended user': webUser(({ suspended }) => suspended, {
    read: DENIED,
    write: DENIED,
    signIn: DENIED,
  }),
  'a user whose account is being deleted': webUser(({ deleting }) => deleting, {
    read: SIGN_IN,
    write: SIGN_IN,
    signIn: DENIED,
  }),
  'a user whose account is scheduled for deletion': webUser(({ scheduled }) => scheduled, {
    role: 'scheduled',
  }),

  'an administrator': webUser(({ administrator }) => administrator, { role: 'administrator' }),
  'an administrator’s device': program(({ administratorDevice }) => administratorDevice, {
    role: 'administrator',
    self: ({ administrator }) => administrator,
  }),
  'a demoted administrator': webUser(({ demoted }) => demoted, { role: 'stranger' }),
  'a suspended administrator': webUser(({ suspendedAdministrator }) => suspendedAdministrator, {
    read: DENIED,
    write: DENIED,
    signIn: DENIED,
  }),
};

/** Of the service itself. */
export const OWN_ORIGIN: Headers = { Origin: BASE_URL };
