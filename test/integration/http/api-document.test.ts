import { beforeAll, describe, expect, it } from 'vitest';
import { WIRE_ERRORS } from '../../../src/worker/http/wire-errors.ts';
import { CLIENT } from '../../support/devices.ts';
import { registerAdmin } from '../../support/states.ts';
import { createTestWorker } from '../../support/worker.ts';

interface Media {
  readonly schema: Limits;
  readonly examples?: Record<string, { readonly value: { readonly code: number } }>;
}

interface Limits {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly items?: Limits;
  readonly anyOf?: readonly Limits[];
  readonly properties?: Record<string, Limits>;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly { readonly name: string; readonly schema: Limits }[];
  readonly requestBody?: { readonly content: Record<string, Media> };
  readonly responses: Record<
    string,
    { readonly content?: Record<string, Media>; readonly headers?: object }
  >;
}

interface Schema extends Limits {
  readonly example?: unknown;
  readonly allOf?: readonly {
    readonly properties?: { readonly code: { readonly enum: number[] } };
  }[];
}

interface ApiDocument {
  readonly info: {
    readonly description: string;
    readonly contact: object;
    readonly license: object;
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly securitySchemes: object;
  };
}

const UNKNOWN_ID = '999999999';

const worker = createTestWorker();
let api: ApiDocument;
let operations: (Operation & { readonly method: string; readonly path: string })[];

beforeAll(async () => {
  api = await (await worker.fetch('/api/v1/openapi.json')).json<ApiDocument>();
  operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
});

const jsonOf = ({ content }: { content?: Record<string, Media> }): Media | undefined =>
  content?.['application/json'];

const isBounded = (schema: Limits): boolean => {
  const { type, format, maxLength, minimum, maximum, maxItems } = schema;
  if (schema.enum !== undefined || schema.const !== undefined) return true;
  if (format === 'binary' || format === 'date') return true;
  const isOf = (name: string): boolean => [type].flat().includes(name);
  if (isOf('string')) return maxLength !== undefined;
  if (isOf('array')) return maxItems !== undefined;
  const isNumber = isOf('integer') || isOf('number');
  return !isNumber || (minimum !== undefined && maximum !== undefined);
};

describe('the API document', () => {
  it('names every operation once', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.length).toBeGreaterThan(25);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]\w+$/u.test(id))).toEqual([]);
  });

  it('describes every tag, and uses no other', () => {
    const tags = new Set(operations.flatMap((operation) => operation.tags));
    expect(new Set(api.tags.map(({ name }) => name))).toEqual(tags);
    expect(api.tags.filter(({ description }) => description === '')).toEqual([]);
  });

  it('has the address of the service, a contact and a licence', () => {
    expect(api.servers.map(({ url }) => url)).toEqual(['/']);
    expect(api.info).toMatchObject({ contact: {}, license: { identifier: 'MIT' } });
  });

  it('has direct links and the state of the service beside the API', () => {
    const others = Object.keys(api.paths).filter((path) => !path.startsWith('/api/v1/'));
    const links = ['/i/{link}', '/i/{link}/{variant}', '/r/{width}/{link}'];
    const pages = ['/oembed', '/p/{link}'];
    const shares = ['/s/', '/s/image.webp'];
    const album = '/a/{link}';
    const albums = ['', '/feed.xml', '/images.zip', '/{image}', '/{image}/{file}'].map(
      (rest) => album + rest,
    );
    const state = ['/health', '/metrics', '/ready'];
    expect(others.toSorted()).toEqual(
      [...links, ...pages, ...shares, ...albums, ...state].toSorted(),
    );
  });

  it('describes every operation, and a refusal of each', () => {
    for (const { operationId, summary, description, responses } of operations) {
      expect(summary, operationId).toMatch(/\w/u);
      expect(description, operationId).toMatch(/\w/u);
      expect(Object.keys(responses).join(' '), operationId).toMatch(/\b4/u);
    }
  });

  it('requires a session exactly where one is needed', () => {
    const open = operations.filter(({ security }) => security.length === 0);
    expect(open.map(({ operationId }) => operationId).toSorted()).toEqual([
      'bootstrapDevice',
      'downloadAlbum',
      'embed',
      'login',
      'loginDevice',
      'openAlbum',
      'openAlbumImage',
      'openAlbumPhoto',
      'openShare',
      'openSharePage',
      'readAlbumFeed',
      'readHealth',
      'readPublicConfig',
      'readPublicStats',
      'readReadiness',
      'register',
      'reportClientError',
      'resetPassword',
    ]);
  });

  it('takes API keys of the scopes that fit, and nowhere else', () => {
    const scopes = operations.flatMap(({ operationId, security }) =>
      security
        .filter((way) => way['apiKey'] !== undefined)
        .map((way) => [operationId, way['apiKey']] as const),
    );
    const byScope = Object.groupBy(scopes, ([, scope]) => scope?.join(' ') ?? '');
    const named = Object.entries(byScope).map(([scope, found = []]) => [
      scope,
      found.map(([id]) => id).toSorted(),
    ]);
    expect(Object.fromEntries(named)).toEqual({
      upload: [
        'cancelUpload',
        'completeUpload',
        'createImage',
        'createUpload',
        'deleteByPicgo',
        'pingPicgo',
        'putPart',
        'readQueue',
        'readRecipe',
        'readUpload',
        'readUploads',
        'uploadByPicgo',
        'uploadFile',
      ],
      read: [
        'listAlbumImages',
        'listAlbums',
        'listImages',
        'listShareLinks',
        'listTrash',
        'openLink',
        'openPage',
        'openRendition',
        'openVariant',
        'previewImage',
        'previewTrashed',
        'readAlbum',
        'readImage',
        'readMe',
        'readProfile',
        'readTimeline',
      ],
      manage: [
        'addToAlbum',
        'changeAlbum',
        'changeShareLink',
        'changeVisibility',
        'createAlbum',
        'createShareLink',
        'deleteAlbum',
        'deleteImage',
        'deleteTrashedImages',
        'editImage',
        'emptyTrash',
        'issueToken',
        'moveInAlbum',
        'removeFromAlbum',
        'renewAlbumLink',
        'restoreImages',
        'revokeShareLink',
        'revokeToken',
      ],
    });
  });

  it('demands the CSRF token and its cookie of writes by cookie, and tells bearers apart', () => {
    const waysOf = (id: string): string[] =>
      operations
        .find(({ operationId }) => operationId === id)
        ?.security.map((way) => Object.keys(way).join('+')) ?? [];
    const byCookie = 'cookieSession+csrfToken+csrfCookie';
    expect(waysOf('putPart')).toEqual([
      byCookie,
      'bearerWebSession',
      'bearerDeviceSession',
      'apiKey',
    ]);
    expect(waysOf('changeConfigs')).toEqual([byCookie, 'bearerWebSession']);
    expect(waysOf('readImage')).toEqual([
      'cookieSession',
      'bearerWebSession',
      'bearerDeviceSession',
      'apiKey',
    ]);
    expect(waysOf('createApiKey')).toEqual([byCookie, 'bearerWebSession']);
    const known = Object.keys(api.components.securitySchemes);
    const used = operations.flatMap(({ security }) => security.flatMap((way) => Object.keys(way)));
    expect(known.toSorted()).toEqual([...new Set(used)].toSorted());
  });

  it('demands the Content-Length of a part', () => {
    const put = operations.find(({ operationId }) => operationId === 'putPart');
    const length = put?.parameters?.find(({ name }) => name === 'Content-Length');
    expect(length).toMatchObject({ in: 'header', required: true });
  });

  it('gives no schema the name of a global of browsers', () => {
    const globals = new Set([
      'Error',
      'Image',
      'Notification',
      'Request',
      'Response',
      'Option',
      'Event',
    ]);
    const names = Object.keys(api.components.schemas);
    expect(names.filter((name) => globals.has(name) || name in globalThis)).toEqual([]);
  });

  it('describes the challenge of every 401', () => {
    const answers = operations.flatMap(({ responses }) => responses['401'] ?? []);
    expect(answers.length).toBeGreaterThan(10);
    for (const { headers } of answers) expect(headers).toHaveProperty('WWW-Authenticate');
  });

  it('marks operations that only pipeline 1 needs as deprecated', () => {
    const old = operations.filter(({ deprecated }) => deprecated === true);
    expect(old.map(({ operationId }) => operationId)).toEqual(['createImage']);
  });

  it('states the limits of every input', () => {
    const { RegisterRequest, PasswordRequest } = api.components.schemas;
    const password = { minLength: 8, maxLength: 72 };
    expect(RegisterRequest?.properties?.['password']).toMatchObject(password);
    expect(PasswordRequest?.properties?.['new_password']).toMatchObject(password);
    const list = operations.find(({ operationId }) => operationId === 'listImages');
    const limits = Object.fromEntries(list?.parameters?.map((one) => [one.name, one.schema]) ?? []);
    expect(limits['search']).toMatchObject({ maxLength: 255 });
    expect(limits['cursor']).toMatchObject({ maxLength: 2048 });
    expect(limits['limit']).toMatchObject({ minimum: 1, maximum: 100 });
    const bytes = worker.services.config.JSON_BODY_MAX_BYTES.toLocaleString('en');
    expect(api.info.description).toContain(`${bytes} bytes`);
  });

  it('bounds every text, number and list of every request', () => {
    const unboundedIn = (schema: Limits, place: string): string[] => {
      const { $ref, anyOf = [], items, properties = {} } = schema;
      const named =
        $ref === undefined ? {} : (api.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
      return [
        ...(isBounded(schema) ? [] : [place]),
        ...[
          ...anyOf,
          ...(items === undefined ? [] : [items]),
          ...($ref === undefined ? [] : [named]),
        ].flatMap((part) => unboundedIn(part, place)),
        ...Object.entries(properties).flatMap(([name, one]) =>
          unboundedIn(one, `${place}.${name}`),
        ),
      ];
    };
    const unbounded = operations.flatMap(({ operationId, parameters = [], requestBody }) => [
      ...parameters.flatMap(({ name, schema }) => unboundedIn(schema, `${operationId} ${name}`)),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        unboundedIn(schema, operationId),
      ),
    ]);
    expect(unbounded).toEqual([]);
  });

  it('has a named schema for every body and every response', () => {
    for (const { operationId, requestBody, responses } of operations) {
      const answers = Object.entries(responses).filter(([status]) => status < '300');
      const media = [requestBody ?? {}, ...answers.map(([, answer]) => answer)].map(jsonOf);
      const unnamed = media.filter((one) => one !== undefined && one.schema.$ref === undefined);
      expect(unnamed, operationId).toEqual([]);
    }
  });

  it('lists each error with its status, its number and an example', () => {
    const known = new Map(Object.entries(WIRE_ERRORS));
    for (const { operationId, responses } of operations) {
      expect(Object.keys(responses), operationId).not.toContain('default');
      for (const [status, response] of Object.entries(responses)) {
        // Conditions, ranges and servers in front answer without the envelope.
        if (status < '400' || response.content === undefined) continue;
        const { examples = {} } = jsonOf(response) ?? {};
        expect(Object.keys(examples).length).toBeGreaterThan(0);
        for (const [name, { value }] of Object.entries(examples)) {
          expect(known.get(name), `${operationId} ${name}`).toMatchObject({
            status: Number(status),
            code: value.code,
          });
        }
      }
    }
  });

  it('lists no error that an operation’s path or authentication rules out', () => {
    const errorsOf = ({ responses }: Operation): string[] =>
      Object.values(responses).flatMap((one) => Object.keys(jsonOf(one)?.examples ?? {}));
    for (const operation of operations) {
      const { operationId, method, path, security } = operation;
      const errors = errorsOf(operation);
      // Any text may stand for the id of an upload or a key.
      const hasNumber =
        /\{(id|image_id)\}/u.test(path) && !/^\/api\/v1\/(?:upload|user\/keys)\//u.test(path);
      expect(errors.includes('invalid_id'), operationId).toBe(hasNumber);
      // This route issues CSRF tokens.
      const needsToken =
        method !== 'get' && security.length > 0 && operationId !== 'refreshCsrfToken';
      expect(errors.includes('csrf_token_missing'), operationId).toBe(needsToken);
    }
  });

  it('has examples of bodies that the service accepts', async () => {
    const person = await registerAdmin(worker);
    const codes: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const { operationId, method, path, requestBody } of operations) {
      const name = jsonOf(requestBody ?? {})
        ?.schema.$ref?.split('/')
        .at(-1);
      if (name === undefined) continue;
      const { example } = api.components.schemas[name] ?? {};
      expect(example, name).toBeDefined();
      const response = await worker.fetch(path.replaceAll(/\{(?:id|linkId)\}/gu, UNKNOWN_ID), {
        method: method.toUpperCase(),
        headers: {
          ...person.headers,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'example',
          ...(path.includes('/device-') ? CLIENT : {}),
        },
        body: JSON.stringify(example),
      });
      const answer = await response.json<{ code: number }>();
      codes[operationId] = answer.code;
      expected[operationId] = path.includes('{id}') ? 4041 : 0;
    }
    // Credentials of another account, an unknown upload, a deletion without its signature, and an unknown link.
    const exceptions = {
      bootstrapDevice: 4010,
      changePassword: 2001,
      readUploads: 4043,
      requestUserDeletion: 3000,
      deleteByPicgo: 4041,
      resetPassword: 4030,
    };
    expect(codes).toEqual({ ...expected, ...exceptions });
    expect(Object.keys(codes).length).toBeGreaterThan(12);
  });
});
