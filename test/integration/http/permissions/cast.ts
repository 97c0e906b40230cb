import { changeAccount } from '../../../../src/worker/domain/accounts/change-account.ts';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { API_KEY_SCOPES } from '../../../../src/worker/domain/sessions/api-key-store.ts';
import { issueApiKey } from '../../../../src/worker/lib/api-key.ts';
import { issueCredential } from '../../../../src/worker/lib/credential.ts';
import { KeyRing } from '../../../../src/worker/lib/key-ring.ts';
import { newUploadId } from '../../../../src/shared/ids.ts';
import { call } from '../../../support/api-call.ts';
import {
  makeKey,
  rotateKey,
  withdrawKey,
  withKey,
  type TestKey,
} from '../../../support/api-keys.ts';
import { makePng } from '../../../support/craft-images.ts';
import { bootstrap, loginDevice, type Device } from '../../../support/devices.ts';
import { seedPublishedImage, type SeededImage } from '../../../support/images.ts';
import { legacyClient, LEGACY_VARS, loseJobs } from '../../../support/legacy.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import { runBatch, statement } from '../../../support/sql.ts';
import { putInState, registerAdmin } from '../../../support/states.ts';
import { prepareUpload, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker, TestClock } from '../../../support/worker.ts';

/** The accounts, credentials and resources of the permission matrix, and the isolates that judge them. */

const clock = new TestClock();
const VARS = {
  API_KEYS_PER_USER: '1000',
  API_KEY_WRITES_PER_MINUTE: '1000',
  CLIENT_ERRORS_PER_MINUTE: '1000',
  DEFAULT_STORAGE_QUOTA_BYTES: '1000000000000',
  DEVICE_BOOTSTRAPS_PER_MINUTE: '1000',
  DEVICE_SESSIONS_PER_IDENTITY: '1000',
  LINK_MISSES_PER_IP: '100000',
  LOGIN_ATTEMPTS_PER_IP: '1000',
  LOGIN_FAILURES_PER_IP: '1000',
  LOGIN_FAILURES_PER_USERNAME: '1000',
  SESSIONS_PER_USER: '1000',
  UPLOAD_ACTIVE_SESSIONS_PER_USER: '1000',
  UPLOAD_SESSIONS_PER_MINUTE: '1000',
} as const;
const HASTY_VARS = { ...VARS, CSRF_TTL_MS: '1000' };
const intercept = loseJobs();

export const worker = createTestWorker({ clock, vars: VARS, intercept });
/** Takes whole files. */
export const legacyWorker = createTestWorker({
  clock,
  vars: { ...VARS, ...LEGACY_VARS },
  intercept,
});
/** That of the others, so much later: waits advance theirs. */
class LaterClock extends TestClock {
  readonly #byMs: number;

  constructor(byMs: number) {
    super();
    this.#byMs = byMs;
  }

  override now(): number {
    return clock.now() + this.#byMs;
  }
}

/** With a clock past the end of every session and image token. */
export const lateWorker = createTestWorker({
  clock: new LaterClock(worker.services.config.SESSION_TTL_MS),
  vars: VARS,
});
const hastyWorker = createTestWorker({ clock, vars: HASTY_VARS });
/** With a clock past the end of the CSRF token of `Cast.lapsed`. */
export const lapsedWorker = createTestWorker({
  clock: new LaterClock(2000),
  vars: HASTY_VARS,
});

export interface Tokens {
  readonly revoked: string;
  readonly active: string;
  /** Of another image. */
  readonly other: string;
}

/** API keys: of `user`, unless their name says otherwise. */
export interface Keys {
  readonly upload: TestKey;
  readonly read: TestKey;
  readonly manage: TestKey;
  /** Of all scopes, like those below. */
  readonly whole: TestKey;
  /** Its end comes before the late isolate. */
  readonly lapsing: TestKey;
  readonly withdrawn: TestKey;
  readonly rotated: TestKey;
  readonly unknown: Pick<TestKey, 'headers' | 'key'>;
  readonly other: TestKey;
  readonly scheduled: TestKey;
  readonly suspended: TestKey;
  readonly deleting: TestKey;
  readonly administrator: TestKey;
}

export interface Cast {
  readonly user: Person;
  readonly other: Person;
  readonly scheduled: Person;
  readonly suspended: Person;
  readonly deleting: Person;
  readonly changed: Person;
  readonly administrator: Person;
  readonly demoted: Person;
  readonly suspendedAdministrator: Person;
  /** Further sessions of `user`. */
  readonly signedOut: Person;
  readonly second: Person;
  readonly lapsed: Person;
  readonly device: Device;
  readonly endedDevice: Device;
  readonly administratorDevice: Device;
  readonly keys: Keys;
  readonly usedNonce: string;
  /** Well formed, but of no session. */
  readonly unopened: string;
  /** Of another service's keys. */
  readonly foreign: string;
  /** A private image of `user`, and its tokens. */
  readonly image: SeededImage;
  readonly tokens: Tokens;
  /** An open upload and a queued file of `user`. */
  readonly uploadId: string;
  readonly fileId: string;
  /** Open uploads of `scheduled`, from before. */
  readonly earlierUploads: string[];
  readonly earlierFileId: string;
}

export const prepared = await prepareUpload();

export async function gatherCast(): Promise<Cast> {
  const user = await registerAndLogin(worker);
  const administrator = await registerAdmin(worker);
  const image = await seedPrivateImage(user);
  const other = await registerAndLogin(worker);
  const { keys, ...changed } = await gatherChanged(administrator);
  return {
    user,
    administrator,
    image,
    other,
    ...changed,
    keys: { ...keys, ...(await gatherKeys(user, other, administrator)) },
    ...(await gatherSessions(user)),
    ...(await gatherDevices(user, administrator)),
    ...(await issueStrangeTokens(user)),
    tokens: await issueTokens(user, image),
    uploadId: await openUpload(user),
    fileId: await sendFile(user),
  };
}

async function gatherChanged(administrator: Person) {
  const scheduled = await registerAndLogin(worker);
  // Its download allowance is a multiple of its stored bytes.
  for (let count = 0; count < 3; count += 1) await seedPrivateImage(scheduled);
  const earlierUploads = [];
  for (let count = 0; count < 3; count += 1) earlierUploads.push(await openUpload(scheduled));
  const earlierFileId = await sendFile(scheduled);
  const scheduledKey = await makeWhole(scheduled);
  await requestDeletion(worker.services, administrator, scheduled);
  const suspended = await registerAndLogin(worker);
  const suspendedKey = await makeWhole(suspended);
  await putInState(worker, suspended, 'suspended');
  const deleting = await registerAndLogin(worker);
  const deletingKey = await makeWhole(deleting);
  await putInState(worker, deleting, 'deleting');
  const suspendedAdministrator = await registerAdmin(worker);
  await putInState(worker, suspendedAdministrator, 'suspended');
  const changed = await registerAndLogin(worker);
  await changeAccount(worker.services, changed.userId, {
    dropSessions: true,
    statements: () => [],
  });
  const demoted = await registerAdmin(worker);
  // Its session still has the role.
  await runBatch(worker.services.db, [
    statement("UPDATE users SET role = 'user' WHERE id = ?", demoted.userId),
  ]);
  return {
    keys: { scheduled: scheduledKey, suspended: suspendedKey, deleting: deletingKey },
    scheduled: await loginAs(worker, scheduled),
    earlierUploads,
    earlierFileId,
    suspended,
    deleting,
    suspendedAdministrator,
    changed,
    demoted,
  };
}

async function gatherKeys(user: Person, other: Person, administrator: Person) {
  const expires_at = new Date(clock.now() + 3_600_000).toISOString();
  const withdrawn = await makeWhole(user);
  await withdrawKey(worker, user, withdrawn);
  const rotated = await makeWhole(user);
  await rotateKey(worker, user, rotated);
  const unknown = issueApiKey(user.userId).value;
  return {
    upload: await makeKey(worker, user, { scopes: ['upload'] }),
    read: await makeKey(worker, user, { scopes: ['read'] }),
    manage: await makeKey(worker, user, { scopes: ['manage'] }),
    whole: await makeWhole(user),
    lapsing: await makeWhole(user, { expires_at }),
    withdrawn,
    rotated,
    unknown: { key: unknown, headers: withKey(unknown) },
    other: await makeWhole(other),
    administrator: await makeWhole(administrator),
  };
}

function makeWhole(person: Person, terms: { expires_at?: string } = {}): Promise<TestKey> {
  return makeKey(worker, person, { scopes: [...API_KEY_SCOPES], ...terms });
}

async function gatherSessions(user: Person) {
  const signedOut = await loginAs(worker, user);
  await call(worker, signedOut, 'POST', '/auth/logout');
  return {
    signedOut,
    second: await loginAs(worker, user),
    lapsed: await loginAs(hastyWorker, user),
  };
}

async function gatherDevices(user: Person, administrator: Person) {
  const device = await loginDevice(worker, user);
  const endedDevice = await loginDevice(worker, user);
  await call(worker, user, 'DELETE', `/auth/device-identities/${String(endedDevice.identityId)}`);
  const usedNonce = crypto.randomUUID();
  await bootstrap(worker, device, { nonce: usedNonce });
  const administratorDevice = await loginDevice(worker, administrator);
  await worker.settle();
  return { device, endedDevice, usedNonce, administratorDevice };
}

async function issueStrangeTokens({ userId }: Person) {
  const { keys } = worker.services;
  const foreignKeys = KeyRing.parse(`${keys.activeId}:${'B'.repeat(43)}`);
  return {
    unopened: await issueCredential(keys, 'web_session', String(userId)),
    foreign: await issueCredential(foreignKeys, 'web_session', String(userId)),
  };
}

async function issueTokens(user: Person, { imageId }: SeededImage): Promise<Tokens> {
  const issue = async (id: number): Promise<string> => {
    const path = `/images/${String(id)}/tokens`;
    return (await call<{ token: string }>(worker, user, 'POST', path)).data.token;
  };
  // The second token revokes the first.
  const [revoked, active] = [await issue(imageId), await issue(imageId)];
  return { revoked, active, other: await issue((await seedPrivateImage(user)).imageId) };
}

export const seedPrivateImage = ({ userId }: Pick<Person, 'userId'>): Promise<SeededImage> =>
  seedPublishedImage(worker, { userId, visibility: 'private' });

export async function openUpload(owner: Person): Promise<string> {
  const { data } = await uploadClient(worker, owner).create(prepared.manifest);
  return String(data.upload_id);
}

/** The id of a queued file. */
async function sendFile(owner: Person): Promise<string> {
  const { data } = await legacyClient(legacyWorker, owner).upload(makePng());
  return String(data.id);
}

/** As a caller might guess it. */
export const guessedUploadId = newUploadId();
