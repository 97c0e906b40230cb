import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from './env.ts';
import { renderApiPage, type ApiDocument } from './api-page.ts';

const DESCRIPTION = {
  openapi: '3.1.0',
  info: {
    title: 'Tintype',
    version: '2.0.0',
    description:
      'Image hosting: upload by verified parts, publication, direct links, privacy. Bodies of JSON may have 1,048,576 ' +
      'bytes unless the deployment sets `JSON_BODY_MAX_BYTES` otherwise (413), and what a person or an address may do ' +
      'in a while is limited too (429): `Retry-After` says when to come back. GET /api/v1/uploads/recipe states the ' +
      'limits of uploads.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'The deployment that this document comes from' }],
  tags: [
    { name: 'auth', description: 'Accounts and web sessions' },
    {
      name: 'devices',
      description:
        'Sessions of devices, and all sessions of a person: a device signs in once, keeps its identity token, and opens ' +
        'and renews sessions by itself',
    },
    { name: 'user', description: 'The own account, its quota and its archive' },
    { name: 'public', description: 'What anybody may know of the site, and tell it' },
    { name: 'notifications', description: 'What the service tells its users' },
    {
      name: 'uploads',
      description:
        'The upload protocol (pipeline 2): open a session with a manifest, send four WebP parts, complete it, and ask for ' +
        'its state until the image is published',
    },
    { name: 'images', description: 'What owners do with their images' },
    {
      name: 'admin',
      description:
        'What administrators do, from web sessions alone. The role is read anew in each request, and every change stands ' +
        'in an audit trail',
    },
    {
      name: 'legacy',
      description: 'Pipeline 1, for deployments that have switched pipeline 2 off',
    },
  ],
};

/** Serves the OpenAPI 3.1 document, made from the routes' own schemas, and a page that shows it; each is made once. */
export function serveApiDocument(app: OpenAPIHono<AppEnv>): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'cookieSession', {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session_token',
    description:
      'Set by POST /api/v1/auth/login, together with the cookie `__Host-csrf_token`. It counts for pages of this ' +
      'origin only: a read that `Origin` or `Sec-Fetch-Site` says to come from elsewhere is anonymous.',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'csrfToken', {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description:
      'Equal to the cookie `__Host-csrf_token`, for requests that write and are signed in by cookie.',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearerSession', {
    type: 'http',
    scheme: 'bearer',
    description:
      "A session token. With a device's, `X-Platform` (the device's own) and `X-Client-Version` are required.",
  });
  const readDocument = makeOnce(() => describeApi(app));
  const readText = makeOnce(() => JSON.stringify(readDocument()));
  const readPage = makeOnce(() => renderApiPage(readDocument() as unknown as ApiDocument));
  app.get('/api/v1/openapi.json', (c) =>
    c.body(readText(), 200, { 'Content-Type': 'application/json' }),
  );
  app.get('/api/v1/docs', (c) => c.html(readPage()));
}

/** The OpenAPI 3.1 document of an app. */
export function describeApi(app: OpenAPIHono<AppEnv>): ReturnType<typeof app.getOpenAPI31Document> {
  return app.getOpenAPI31Document(DESCRIPTION);
}

/** Makes a value when it is first asked for, which for most isolates is never. */
function makeOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
