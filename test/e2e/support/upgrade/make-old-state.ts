// Makes a fixture of the upgrade test by running an old version:
// node test/e2e/support/upgrade/make-old-state.ts REVISION NAME
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cookieCredentials, TintypeApi, uploadImage } from '../../../../src/client/index.ts';
import { prepareParts } from '../../../../src/client/imaging/prepare-parts.ts';
import { describeUpload } from '../../../../src/client/upload-in-parts.ts';
import { createNodeCodecs } from '../../../../src/client/node/node-codecs.ts';
import { toBase64 } from '../../../../src/shared/bytes.ts';
import { claimPort } from '../../../../scripts/support/port.ts';
import { newRingSecret } from '../../../../src/worker/lib/key-ring.ts';
import { drawSource } from '../../../support/draw.ts';
import { openDatabase, PASSWORD } from '../insert-person.ts';
import { startServer, type Server } from '../server.ts';
import { callSite, hashOf, openSession, type SiteClient } from '../site-client.ts';
import { SITE_FILE, STATE_FILE, type LeftPart, type OldImage, type OldSite } from './old-site.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const PEOPLE = ['ada', 'ben', 'cleo'];
const SIZE = { width: 64, height: 48 };
const VIEWS = 3;
/** Counters reach the database within a minute. */
const FLUSHED_MS = 120_000;

const codecs = createNodeCodecs();
const [revision = '', name = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'tintype-old-'));
try {
  await makeState(checkOut(), join(ROOT, 'test', 'fixtures', 'upgrade', name));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The revision with its packages, and a key ring. */
function checkOut(): string {
  const root = join(folder, 'checkout');
  mkdirSync(root);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['x', '-C', root], { input: git('archive', revision) });
  const hasSamePackages = git('diff', '--stat', revision, '--', 'package-lock.json').length === 0;
  if (hasSamePackages) symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  else execFileSync('npm', ['ci', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  return root;
}

async function makeState(root: string, target: string): Promise<void> {
  const persistTo = join(folder, 'state');
  const keyRing = `k1:${newRingSecret()}`;
  writeFileSync(join(root, '.dev.vars'), `KEY_RING="${keyRing}"\n`);
  // The first version takes no free port by itself.
  const port = await claimPort('localhost', 0);
  const start = (vars: Record<string, string> = {}) =>
    startServer({ root, persistTo, vars, args: ['--port', String(port)] });
  let server = await start();
  const sessions = await registerPeople(server);
  const ada = await signIn(server);
  const client = { baseUrl: server.baseUrl, token: sessions['ada'] ?? '' };
  const open = await upload(ada, 1, 'public');
  const hidden = await upload(ada, 2, 'private');
  const { token } = await callSite<{ token: string }>(
    client,
    'POST',
    `/images/${String(hidden.image_id)}/tokens`,
    {},
  );
  const images: OldImage[] = [];
  for (const path of [open.path, `/i/${hidden.asset_link}/master.webp`]) {
    images.push({ path, sha256: await hashOf(client, path), pipeline: 2 });
  }
  const shareToken = await share(client, hidden.image_id);
  const key = await makeKey(client);
  for (let view = 1; view < VIEWS; view += 1) await fetch(server.baseUrl + open.path);
  await untilViewed(client, open.image_id);
  const begun = await beginUpload(ada, 3);
  await server.stop();

  server = await start({ V2_UPLOAD_ENABLED: 'false' });
  images.push(...(await uploadWhole(server)));
  await server.stop();

  server = await start();
  const pending = await completeAndKill(server);
  const site: OldSite = {
    revision,
    madeAt: Date.now(),
    keyRing,
    sessions,
    images,
    viewed: { imageId: open.image_id, views: VIEWS },
    imageToken: { path: `/i/${hidden.asset_link}.webp`, token },
    shareToken,
    apiKey: key,
    upload: begun,
    pending,
  };
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, SITE_FILE), `${JSON.stringify(site, null, 2)}\n`);
  rmSync(join(persistTo, 'v3', 'observability'), { recursive: true, force: true });
  execFileSync('tar', ['czf', join(target, STATE_FILE), '-C', persistTo, 'v3']);
}

async function registerPeople({ baseUrl }: Server): Promise<Record<string, string>> {
  const sessions: Record<string, string> = {};
  const api = new TintypeApi(baseUrl, cookieCredentials());
  for (const username of PEOPLE) {
    await api.register({ username, email: `${username}@example.org`, password: PASSWORD });
    sessions[username] = (await openSession(baseUrl, { username, password: PASSWORD })).token;
  }
  return sessions;
}

async function signIn({ baseUrl }: Pick<Server, 'baseUrl'>, fetcher?: typeof fetch) {
  const api = new TintypeApi(baseUrl, cookieCredentials(), fetcher);
  await api.login({ username: 'ada', password: PASSWORD });
  return api;
}

async function upload(api: TintypeApi, seed: number, visibility: 'public' | 'private') {
  const filename = `${String(seed)}.webp`;
  return uploadImage(await drawSource(codecs, seed, SIZE), { api, codecs, filename, visibility });
}

/** Null in versions without share links. */
async function share(client: SiteClient, imageId: number): Promise<string | null> {
  try {
    const path = `/images/${String(imageId)}/links`;
    const { image_url } = await callSite<{ image_url: string }>(client, 'POST', path, {});
    return /tts\.[^/?&]+/u.exec(image_url)?.[0] ?? null;
  } catch {
    return null;
  }
}

/** Null in versions without API keys. */
async function makeKey(client: SiteClient): Promise<string | null> {
  try {
    const body = { label: 'script', scopes: ['read'] };
    return (await callSite<{ key: string }>(client, 'POST', '/user/keys', body)).key;
  } catch {
    return null;
  }
}

async function untilViewed(client: SiteClient, imageId: number): Promise<void> {
  const until = Date.now() + FLUSHED_MS;
  for (;;) {
    const path = `/images/${String(imageId)}`;
    const { view_count } = await callSite<{ view_count: number }>(client, 'GET', path);
    if (view_count === VIEWS) return;
    if (Date.now() > until) throw new Error(`${String(view_count)} views were counted`);
    await sleep(1000);
  }
}

async function openUpload(api: TintypeApi, seed: number) {
  const recipe = await api.readRecipe();
  const prepared = await prepareParts(await drawSource(codecs, seed, SIZE), recipe, codecs);
  const session = await api.createUpload(
    `key-${String(seed)}`,
    describeUpload(prepared, { filename: `${String(seed)}.webp`, visibility: 'public' }),
  );
  const parts: LeftPart[] = session.parts.map(({ kind, put_url: putUrl }) => {
    const bytes = prepared.parts.find((part) => part.kind === kind)?.bytes ?? new Uint8Array();
    return { kind, putUrl, base64: toBase64(bytes) };
  });
  return { uploadId: session.upload_id, parts };
}

async function sendParts(api: TintypeApi, parts: readonly LeftPart[]): Promise<void> {
  for (const { putUrl, base64 } of parts) {
    await api.putPart(putUrl, new Uint8Array(Buffer.from(base64, 'base64')));
  }
}

async function beginUpload(api: TintypeApi, seed: number): Promise<OldSite['upload']> {
  const { uploadId, parts } = await openUpload(api, seed);
  await sendParts(api, parts.slice(0, 2));
  return { uploadId, left: parts.slice(2) };
}

/** Pipeline 1; none where the version does not have it. */
async function uploadWhole(server: Server): Promise<OldImage[]> {
  const recipe = await (await signIn(server)).readRecipe();
  if (recipe.v2_enabled) return [];
  const client = await openSession(server.baseUrl, { username: 'ada', password: PASSWORD });
  try {
    const { path } = await upload(await signIn(server), 5, 'public');
    return [{ path, sha256: await hashOf(client, path), pipeline: 1 }];
  } catch (error) {
    console.log(`No image of pipeline 1: ${String(error)}`);
    return [];
  }
}

/** Ends the server as soon as the upload is complete. @throws when its publication was faster. */
async function completeAndKill(server: Server): Promise<OldSite['pending']> {
  const api = await signIn(server, async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.url.endsWith('/complete')) process.kill(-server.processGroup, 'SIGKILL');
    return answer;
  });
  const { uploadId, parts } = await openUpload(api, 4);
  await sendParts(api, parts);
  await api.completeUpload(uploadId).catch(() => undefined);
  await server.stop();
  using database = openDatabase(server);
  const job = database
    .prepare('SELECT status FROM publication_jobs WHERE upload_id = ?')
    .get(uploadId);
  if (job?.['status'] !== 'queued' && job?.['status'] !== 'running') {
    throw new Error(`The job is ${String(job?.['status'])}: run this again.`);
  }
  return { uploadId };
}
