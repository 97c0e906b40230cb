import type { OpenAPIHono } from '@hono/zod-openapi';
import { VERSION } from '../lib/version.ts';
import type { AppEnv } from './env.ts';
import { ALBUM_OPERATIONS } from './describe-albums.ts';
import { LINK_OPERATIONS } from './describe-links.ts';
import { PAGE_OPERATIONS } from './describe-pages.ts';
import { SHARE_OPERATIONS } from './describe-shares.ts';
import { STATE_OPERATIONS } from './describe-state.ts';
import { renderApiPage, type ApiDocument } from './api-page.ts';

const DESCRIPTION = {
  openapi: '3.1.0',
  info: {
    title: 'Tintype',
    version: VERSION,
    description:
      'Tintype stores images, publishes them under direct links and keeps private ones private. Bodies of JSON may have ' +
      '1,048,576 bytes unless the deployment sets `JSON_BODY_MAX_BYTES` otherwise (413), and what a person or an address may do ' +
      'in a while is limited too (429): `Retry-After` says when to come back. GET /api/v1/uploads/recipe states the ' +
      'limits of uploads.',
    contact: { name: 'The operator of this deployment' },
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
    {
      name: 'keys',
      description:
        'API keys for programs that can keep no session. Only a web session makes and changes them: a key can neither make ' +
        'keys, nor change the password, nor reach administration',
    },
    { name: 'public', description: 'What anybody may know of the site, and tell it' },
    { name: 'notifications', description: 'What the service tells its users' },
    {
      name: 'uploads',
      description:
        'The upload protocol (pipeline 2): open a session with a manifest, send four WebP parts, complete it, and ask for ' +
        'its state until the image is published',
    },
    { name: 'images', description: 'What owners do with their images' },
    { name: 'trash', description: 'Deleted images that can be restored for some days' },
    {
      name: 'albums',
      description: 'Images in an order, for their owner or for those who have a link',
    },
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
    {
      name: 'links',
      description:
        'Images themselves, outside the prefix of the API. `HEAD` answers as `GET` does. Where `Accept` names `text/html`, ' +
        'a refusal is a page',
    },
    { name: 'service', description: 'The state of the service, for its operator' },
  ],
};

const SECURITY_SCHEMES = {
  cookieSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session_token',
    description:
      'Set by POST /api/v1/auth/login, together with the cookie `__Host-csrf_token`. It counts for pages of this ' +
      'origin only: a read that `Origin` or `Sec-Fetch-Site` says to come from elsewhere is anonymous.',
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description:
      'Equal to the cookie `__Host-csrf_token`, for requests that write and are signed in by cookie.',
  },
  csrfCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-csrf_token',
    description: 'Set beside the session’s cookie. Browsers send it themselves.',
  },
  bearerWebSession: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a web session.',
  },
  bearerDeviceSession: {
    type: 'http',
    scheme: 'bearer',
    description:
      "The token of a device's session; `X-Platform` (the device's own) and `X-Client-Version` are required.",
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key that a user has made (POST /api/v1/user/keys) with the scope that the operation names: `upload`, `read` or ' +
      '`manage`. It may also stand in `Authorization` without `Bearer`, or in `X-API-Key`.',
  },
  imageToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of a private image; also as `token` of the query or in `X-Image-Token`.',
  },
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'What the operator has set as `METRICS_TOKEN`.',
  },
} as const;

export interface ApiDescription {
  readonly document: string;
  readonly page: string;
}

/** Runs when the Worker is built; `api-document.ts` serves the result. */
export async function describeApi(app: OpenAPIHono<AppEnv>): Promise<ApiDescription> {
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES)) {
    app.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
  }
  const others = [
    ...LINK_OPERATIONS,
    ...PAGE_OPERATIONS,
    ...SHARE_OPERATIONS,
    ...ALBUM_OPERATIONS,
    ...STATE_OPERATIONS,
  ];
  for (const operation of others) {
    app.openAPIRegistry.registerPath(operation);
  }
  const document = app.getOpenAPI31Document(DESCRIPTION);
  const page = await renderApiPage(document as unknown as ApiDocument);
  return { document: JSON.stringify(document), page: String(page) };
}
