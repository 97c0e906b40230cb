import type { OpenAPIHono } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { AppEnv } from './env.ts';
import { renderApiPage, type ApiDocument } from './api-page.tsx';

const DESCRIPTION = {
  openapi: '3.1.0',
  info: {
    title: 'Tintype',
    version: '2.0.0',
    description: 'Image hosting: upload by verified parts, publication, direct links, privacy.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
} as const;

/** Serves the OpenAPI 3.1 document, made from the routes' own schemas, and a page that shows it; each is made once. */
export function serveApiDocument(app: OpenAPIHono<AppEnv>): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'cookieSession', {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session_token',
    description:
      'Set by POST /api/v1/auth/login. POST, PUT, PATCH and DELETE also need the header X-CSRF-Token, equal to the ' +
      'cookie __Host-csrf_token; with Authorization they do not.',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearerSession', {
    type: 'http',
    scheme: 'bearer',
  });
  const readDocument = makeOnce(() => app.getOpenAPI31Document(DESCRIPTION));
  const readText = makeOnce(() => JSON.stringify(readDocument()));
  const readPage = makeOnce(() => {
    const page = renderApiPage(readDocument() as unknown as ApiDocument);
    return html`<!doctype html>${page}`;
  });
  app.get('/api/v1/openapi.json', (c) =>
    c.body(readText(), 200, { 'Content-Type': 'application/json' }),
  );
  app.get('/api/v1/docs', (c) => c.html(readPage()));
}

/** Makes a value when it is first asked for, which for most isolates is never. */
function makeOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
