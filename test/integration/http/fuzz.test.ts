import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinBytes, toBase64Url, utf8 } from '../../../src/shared/bytes.ts';
import { call } from '../../support/api-call.ts';
import { makeAvif, makeGif, makeJpeg, makePng } from '../../support/craft-images.ts';
import { findInconsistencies } from '../../support/consistency.ts';
import { loginDevice, type Device } from '../../support/devices.ts';
import { seedPublishedImage } from '../../support/images.ts';
import { filePart, FORM_TYPE, LEGACY_VARS, loseJobs, makeForm } from '../../support/legacy.ts';
import { registerAndLogin, type Person } from '../../support/people.ts';
import { tokenOf, type Link } from '../../support/share-links.ts';
import { registerAdmin } from '../../support/states.ts';
import { SchemaValues, type JsonSchema } from '../../support/schema-values.ts';
import { createRandom } from '../../support/create-random.ts';
import { prepareUpload, uploadClient } from '../../support/uploads.ts';
import { createTestWorker } from '../../support/worker.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: JsonSchema;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: JsonSchema }> };
}

interface ApiDocument {
  readonly paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  readonly components: { readonly schemas: Record<string, JsonSchema> };
}

const REQUESTS = 7000;
const SEED = 20_261_124;
const TIMEOUT_MS = 400_000;
/** The answer to a request for an oEmbed that is not JSON. */
const NOT_IMPLEMENTED = 501;

const ADMIN_ROOT = '/api/v1/admin/';
const ODDNESS = [0, 0.05, 0.3] as const;

const ROOMY = {
  ...LEGACY_VARS,
  UPLOAD_SESSIONS_PER_MINUTE: '100000',
  IMAGE_WRITES_PER_MINUTE: '100000',
};
const worker = createTestWorker({ vars: { ...ROOMY, V2_UPLOAD_ENABLED: 'true' } });
/** The same state with pipeline 2 off. */
const legacyWorker = createTestWorker({ vars: ROOMY, intercept: loseJobs() });
let operations: Operation[];
let values: SchemaValues;
/** An image of another user, and its owner; an event. */
let foreign: readonly string[];
let invitationIds: readonly string[];
/** Values for path parameters that exist. */
let known: {
  readonly ids: readonly string[];
  readonly uploadIds: readonly string[];
  readonly queueIds: readonly string[];
  readonly keyIds: readonly string[];
  readonly linkIds: readonly string[];
  readonly albumIds: readonly string[];
  readonly albumLinks: readonly string[];
  readonly tokens: readonly string[];
};

beforeAll(async () => {
  await spreadIds();
  const document = await (await worker.fetch('/api/v1/openapi.json')).json<ApiDocument>();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
  values = new SchemaValues(createRandom(SEED), document.components.schemas);
});

const APART = 10_000_000;

/** No drawn number and no id of another table is then an id: what succeeds would depend on earlier test files. */
const spreadIds = (): Promise<unknown> =>
  worker.env.DB.prepare(`UPDATE sqlite_sequence SET seq = seq + rowid * ${APART}`).run();

afterAll(async () => {
  await worker.env.DB.prepare(`UPDATE sqlite_sequence SET seq = seq % ${APART}`).run();
});

const seedImage = async ({ userId }: Person): Promise<string> => {
  const { imageId } = await seedPublishedImage(worker, { userId, visibility: 'private' });
  return String(imageId);
};

const seedEvent = async (): Promise<string> => {
  const event = worker.env.DB.prepare(
    `INSERT INTO outbox_events (kind, payload, available_at, created_at)
     VALUES ('purge', '{"paths":[]}', 0, 0) RETURNING id`,
  );
  return String(await event.first('id'));
};

const openUploads = async (owner: Person): Promise<string[]> => {
  const client = uploadClient(worker, owner);
  const ids = [];
  for (let count = 0; count < 4; count += 1) {
    const { data } = await client.create((await prepareUpload()).manifest);
    ids.push(String(data.upload_id));
  }
  return ids;
};

const makeText = (schema: JsonSchema): string => {
  const value = values.make(schema, values.pick(ODDNESS));
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const namesIn = (path: string, name: string): readonly string[] => {
  if (path.includes('/queue/')) return known.queueIds;
  if (path.includes('/keys/')) return known.keyIds;
  if (path.includes('/invitations/')) return invitationIds;
  if (path.includes('/albums/')) return known.albumIds;
  if (path.startsWith('/a/') && name === 'link') return known.albumLinks;
  if (path.startsWith('/a/') && name === 'image') return known.ids;
  const { ids, uploadIds, linkIds, tokens: token } = known;
  const byName: Readonly<Record<string, readonly string[]>> = {
    id: ids,
    uploadID: uploadIds,
    linkId: linkIds,
    token,
  };
  return byName[name] ?? [];
};

const makePath = ({ path, parameters = [] }: Operation): string => {
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const real = namesIn(path, name);
    const parameter = parameters.find((one) => one.name === name);
    if (real.length > 0 && values.chance(0.6)) return values.pick(real);
    return encodeURIComponent(makeText(parameter?.schema ?? {}).toWellFormed()) || '0';
  });
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && values.chance(0.4))
    .map(({ name, schema }) => [name, makeText(schema).toWellFormed()]);
  return `${filled}?${new URLSearchParams(query).toString()}`;
};

const below = (limit: number): number =>
  Number(values.make({ type: 'integer', maximum: limit - 1 }, 0));

const FILES = [
  () => makePng(5, 4, below(2) * 100_000),
  () => makeJpeg(6, 5),
  () => makeGif(4, 3, 2),
  () => makeAvif(7, 6),
  () => makePng(10_000, 5001),
  () => utf8('no image'),
];

/** Its texts are values of the schema, slightly wrong where `oddness` is not 0. */
const makeImageForm = (schema: JsonSchema, oddness: number): Uint8Array<ArrayBuffer> => {
  const made = values.make(schema, oddness);
  const parts = Object.entries(made instanceof Object ? made : {}).map(([name, value]) =>
    name === 'file'
      ? filePart(values.pick(FILES)(), makeText({}).replaceAll(/["\\]/gu, '%22'))
      : { name, value: typeof value === 'string' ? value : JSON.stringify(value) },
  );
  return makeForm(values.chance(oddness) ? [...parts, ...parts] : parts);
};

/** The same bytes with one changed, truncated, with a gap, or with these twice. */
const damage = (form: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const [from = 0, to = 0] = [below(form.length), below(form.length)].toSorted((a, b) => a - b);
  switch (values.pick(['byte', 'end', 'gap', 'repetition'])) {
    case 'byte':
      return form.map((byte, at) => (at === from ? below(256) : byte));
    case 'end':
      return form.slice(0, to);
    case 'gap':
      return joinBytes([form.subarray(0, from), form.subarray(to)]);
    default:
      return joinBytes([form.subarray(0, to), form.subarray(from)]);
  }
};

const makeFormBody = (schema: JsonSchema): Body => {
  const form = makeImageForm(schema, values.pick(ODDNESS));
  const body = values.chance(0.5) ? damage(form) : form;
  const type = values.chance(0.1) ? FORM_TYPE.slice(0, below(FORM_TYPE.length)) : FORM_TYPE;
  // Only this route recognises a repetition by its key.
  return { body, type, length: values.chance(0.9) ? body.byteLength : below(1000) };
};

interface Body {
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
  readonly length?: number;
}

const makeBody = ({ requestBody }: Operation): Body => {
  const [[type, media] = ['application/json', { schema: {} }]] = Object.entries(
    requestBody?.content ?? {},
  );
  if (values.chance(0.05)) return { type: 'text/plain', body: 'words' };
  if (values.chance(0.05)) return { type: 'application/json', body: '{"a":' };
  if (requestBody === undefined || values.chance(0.05)) return {};
  if (type === 'multipart/form-data') return makeFormBody(media.schema);
  const value = values.make(media.schema, values.pick(ODDNESS));
  const body =
    type !== 'application/json' && typeof value === 'string' ? value : JSON.stringify(value);
  return { type, body };
};

const makeHeader = ({ schema }: Parameter): string => {
  const { enum: choices, example } = schema;
  if (choices !== undefined) return String(values.pick(choices));
  return typeof example === 'string'
    ? example
    : `key-${String(values.make({ type: 'integer' }, 0))}`;
};

const isSetByClients = (header: string): boolean => header === 'Content-Length';

const makeHeaders = (
  { parameters = [] }: Operation,
  { person, device }: Callers,
): Record<string, string> => {
  const own = parameters
    .filter(({ name, in: place }) => place === 'header' && !isSetByClients(name))
    .filter(() => values.chance(0.9))
    .map((parameter) => [parameter.name, makeHeader(parameter)]);
  const byBearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const signedIn = values.pick<Record<string, string>>([
    person.headers,
    byBearer(values.chance(0.95) ? person.bearer : makeText({}).replaceAll(/[^ -~]/gu, '?')),
    values.chance(0.95) ? device.headers : byBearer(device.bearer),
  ]);
  return { ...Object.fromEntries(own), ...(values.chance(0.05) ? {} : signedIn) };
};

interface Callers {
  readonly person: Person;
  readonly device: Device;
}

const makeKeys = async (person: Person): Promise<string[]> => {
  const ids = [];
  for (let count = 0; count < 4; count += 1) {
    const request = { label: `Key ${String(count)}`, scopes: ['read'] };
    const { data } = await call<{ id: string | number }>(
      worker,
      person,
      'POST',
      '/user/keys',
      request,
    );
    ids.push(String(data.id));
  }
  return ids;
};

const invite = async (admin: Person): Promise<string[]> => {
  const ids = [];
  for (let count = 0; count < 4; count += 1) {
    const { data } = await call<{ id: number }>(worker, admin, 'POST', '/admin/invitations', {});
    ids.push(String(data.id));
  }
  return ids;
};

const makeLinks = async (person: Person, imageId: string) => {
  const links: Link[] = [];
  for (let count = 0; count < 4; count += 1) {
    links.push((await call<Link>(worker, person, 'POST', `/images/${imageId}/links`)).data);
  }
  return {
    linkIds: links.map(({ id }) => String(id)),
    tokens: links.map(({ url }) => tokenOf(url)),
  };
};

const makeAlbums = async (person: Person, imageId: string) => {
  const [albumIds, albumLinks]: [string[], string[]] = [[], []];
  for (let count = 0; count < 4; count += 1) {
    const request = { title: `Album ${String(count)}`, visibility: 'public', order: 'manual' };
    type Made = { id: number; url: string };
    const { data } = await call<Made>(worker, person, 'POST', '/albums', request);
    const choice = { image_ids: [Number(imageId)] };
    await call(worker, person, 'POST', `/albums/${String(data.id)}/images`, choice);
    albumIds.push(String(data.id));
    albumLinks.push(data.url.slice(data.url.lastIndexOf('/') + 1));
  }
  return { albumIds, albumLinks };
};

/** A user with images and uploads, and values for paths. */
const settle = async (): Promise<Callers> => {
  const person = await registerAndLogin(worker);
  const imageId = await seedImage(person);
  known = {
    ids: [imageId, imageId, imageId, ...foreign],
    ...(await makeLinks(person, imageId)),
    uploadIds: await openUploads(person),
    queueIds: [],
    keyIds: await makeKeys(person),
    ...(await makeAlbums(person, imageId)),
  };
  return { person, device: await loginDevice(worker, person) };
};

/** They end every session of a caller. */
const ENDS = new Set(['logout', 'endDeviceSession', 'endDeviceIdentity']);

const pickOperation = (): Operation => {
  const operation = values.pick(operations);
  return ENDS.has(operation.operationId) && values.chance(0.97) ? pickOperation() : operation;
};

it(
  `the API answers ${String(REQUESTS)} valid and invalid requests as documented, without a 5xx`,
  async () => {
    const stranger = await registerAndLogin(worker);
    foreign = [await seedImage(stranger), String(stranger.userId), await seedEvent()];
    let callers = await settle();
    const admin = await registerAdmin(worker);
    invitationIds = await invite(admin);
    const succeeded = new Set<string>();
    for (let count = 0; count < REQUESTS; count += 1) {
      const operation = pickOperation();
      const { operationId, method } = operation;
      const { body, type, length } = makeBody(operation);
      const path = makePath(operation);
      const isWhole = operationId === 'createImage' && values.chance(0.9);
      const response = await (isWhole ? legacyWorker : worker).fetch(path, {
        method: method.toUpperCase(),
        headers: {
          ...makeHeaders(
            operation,
            operation.path.startsWith(ADMIN_ROOT) && values.chance(0.7)
              ? { ...callers, person: admin }
              : callers,
          ),
          ...(type === undefined ? {} : { 'Content-Type': type }),
          ...(length === undefined ? {} : { 'Content-Length': String(length) }),
        },
        ...(body === undefined || method === 'get' ? {} : { body }),
      });
      const answer = await response.text();
      const sent = typeof body === 'object' ? toBase64Url(body.subarray(0, 1000)) : (body ?? '');
      const isFailure = response.status >= 500 && response.status !== NOT_IMPLEMENTED;
      expect(isFailure, `${operationId} ${path} ${sent}: ${answer}`).toBe(false);
      if (response.ok) succeeded.add(operationId);
      if (response.ok && isWhole) {
        const { data } = JSON.parse(answer) as { data: { id: string } };
        known = { ...known, queueIds: [data.id] };
      }
      const isOut =
        ENDS.has(operationId) || path.includes(`/users/${String(callers.person.userId)}/`);
      if (response.ok && isOut) callers = await settle();
      if (response.ok && operationId === 'deleteAlbum') {
        known = { ...known, ...(await makeAlbums(callers.person, known.ids[0] ?? '')) };
      }
      if (response.ok && operationId === 'deleteImage') {
        const imageId = await seedImage(callers.person);
        const links = await makeLinks(callers.person, imageId);
        const albums = await makeAlbums(callers.person, imageId);
        known = { ...known, ids: [imageId, imageId, imageId, ...foreign], ...links, ...albums };
      }
    }
    // A device may or may not have the id of an image, few requests end a session, few name a user who may have a new
    // password, and few ask for an image without conditions. People sign in if they have registered before too many
    // wrong attempts.
    const signIns = ['login', 'loginDevice'];
    const byChance = [...ENDS, ...signIns, 'resetUserPassword', 'previewImage', 'openAlbumImage'];
    for (const operationId of byChance) succeeded.add(operationId);
    const refusing = operations.filter(({ operationId }) => !succeeded.has(operationId));
    // They need the right password, a token or ids in the body, an `Origin`, the id of a session or device, a
    // notification, bytes that fit a hash, a link, an account and its name, or a failed publication.
    const neverSucceed = [
      'bootstrapDevice',
      'cancelUserDeletion',
      'changePassword',
      'completeUpload',
      'deleteByPicgo',
      'deleteNotification',
      'embed',
      'endSession',
      'findImagesByHash',
      'markNotificationRead',
      'moveInAlbum',
      'openLink',
      'openPage',
      'openRendition',
      'openShare',
      'openSharePage',
      'openVariant',
      'previewTrashed',
      'putPart',
      'putWatermarkImage',
      'readUploads',
      'refreshCsrfToken',
      'requestUserDeletion',
      'resetPassword',
      'retryPublication',
      'uploadByPicgo',
      'uploadFile',
    ];
    expect(refusing.map(({ operationId }) => operationId).toSorted()).toEqual(neverSucceed);
    expect(await findInconsistencies(worker)).toEqual([]);
  },
  TIMEOUT_MS,
);
