import { beforeAll, expect, it } from 'vitest';
import { loginDevice, type Device } from '../../support/devices.ts';
import { seedPublishedImage } from '../../support/images.ts';
import { registerAndLogin, type Person } from '../../support/people.ts';
import { registerAdmin } from '../../support/states.ts';
import { SchemaValues, type JsonSchema } from '../../support/schema-values.ts';
import { createRandom } from '../../support/stage.ts';
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

const REQUESTS = 20_000;
const SEED = 20_261_121;
const TIMEOUT_MS = 400_000;
const ADMIN_ROOT = '/api/v1/admin/';
const ODDNESS = [0, 0.05, 0.3] as const;

const worker = createTestWorker({
  vars: {
    UPLOAD_ACTIVE_SESSIONS_PER_USER: '50',
    UPLOAD_SESSIONS_PER_MINUTE: '100000',
    DEFAULT_STORAGE_QUOTA_BYTES: '1000000000000',
  },
});
let operations: Operation[];
let values: SchemaValues;
/** An image of somebody else's, and whose it is; an event. */
let foreign: readonly string[];
/** What paths may name, and somebody really has. */
let known: { readonly ids: readonly string[]; readonly uploadIds: readonly string[] };

beforeAll(async () => {
  const document = await (await worker.fetch('/api/v1/openapi.json')).json<ApiDocument>();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
  values = new SchemaValues(createRandom(SEED), document.components.schemas);
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

const makePath = ({ path, parameters = [] }: Operation): string => {
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const real = name === 'id' ? known.ids : name === 'uploadID' ? known.uploadIds : [];
    const parameter = parameters.find((one) => one.name === name);
    if (real.length > 0 && values.chance(0.6)) return values.pick(real);
    return encodeURIComponent(makeText(parameter?.schema ?? {}).toWellFormed()) || '0';
  });
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && values.chance(0.4))
    .map(({ name, schema }) => [name, makeText(schema).toWellFormed()]);
  return `${filled}?${new URLSearchParams(query).toString()}`;
};

const makeBody = ({ requestBody }: Operation): { body?: string; type?: string } => {
  const [[type, media] = ['application/json', { schema: {} }]] = Object.entries(
    requestBody?.content ?? {},
  );
  if (values.chance(0.05)) return { type: 'text/plain', body: 'words' };
  if (values.chance(0.05)) return { type: 'application/json', body: '{"a":' };
  if (requestBody === undefined || values.chance(0.05)) return {};
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

const makeHeaders = (
  { parameters = [] }: Operation,
  { person, device }: Callers,
): Record<string, string> => {
  const own = parameters
    .filter((parameter) => parameter.in === 'header' && values.chance(0.9))
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

/** Somebody who has images and uploads, and what paths may name. */
const settle = async (): Promise<Callers> => {
  const person = await registerAndLogin(worker);
  known = {
    ids: [await seedImage(person), ...foreign],
    uploadIds: await openUploads(person),
  };
  return { person, device: await loginDevice(worker, person) };
};

/** They end everything for a caller. */
const ENDS = new Set(['logout', 'endDeviceSession', 'endDeviceIdentity']);

const pickOperation = (): Operation => {
  const operation = values.pick(operations);
  return ENDS.has(operation.operationId) && values.chance(0.97) ? pickOperation() : operation;
};

it(
  `answers ${String(REQUESTS)} requests, sound and odd ones, with what the API document says and no 5xx`,
  async () => {
    const stranger = await registerAndLogin(worker);
    foreign = [await seedImage(stranger), String(stranger.userId), await seedEvent()];
    let callers = await settle();
    const admin = await registerAdmin(worker);
    const succeeded = new Set<string>();
    for (let count = 0; count < REQUESTS; count += 1) {
      const operation = pickOperation();
      const { operationId, method } = operation;
      const { body, type } = makeBody(operation);
      const path = makePath(operation);
      const response = await worker.fetch(path, {
        method: method.toUpperCase(),
        headers: {
          ...makeHeaders(
            operation,
            operation.path.startsWith(ADMIN_ROOT) && values.chance(0.7)
              ? { ...callers, person: admin }
              : callers,
          ),
          ...(type === undefined ? {} : { 'Content-Type': type }),
        },
        ...(body === undefined || method === 'get' ? {} : { body }),
      });
      const answer = await response.text();
      expect(response.status, `${operationId} ${path} ${body ?? ''}: ${answer}`).toBeLessThan(500);
      if (response.ok) succeeded.add(operationId);
      const isOut =
        ENDS.has(operationId) || path.includes(`/users/${String(callers.person.userId)}/`);
      if (response.ok && isOut) callers = await settle();
      if (response.ok && operationId === 'deleteImage') {
        known = { ...known, ids: [await seedImage(callers.person), ...foreign] };
      }
    }
    // A device may have the number of an image, or not.
    succeeded.add('endDeviceIdentity');
    const refusing = operations.filter(({ operationId }) => !succeeded.has(operationId));
    // They ask for the right password, a token or ids in the body, an `Origin`, a session's or device's id, a notification,
    // bytes that fit a hash, pipeline 1 or an upload of it, an account and its name, or a publication that has failed.
    const neverSucceed = [
      'bootstrapDevice',
      'cancelUserDeletion',
      'changePassword',
      'completeUpload',
      'createImage',
      'deleteNotification',
      'endSession',
      'markNotificationRead',
      'putPart',
      'putWatermarkImage',
      'readQueue',
      'readUploads',
      'refreshCsrfToken',
      'requestUserDeletion',
      'retryPublication',
    ];
    expect(refusing.map(({ operationId }) => operationId).toSorted()).toEqual(neverSucceed);
  },
  TIMEOUT_MS,
);
