import type { OpenAPIHono } from '@hono/zod-openapi';
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

/** Serves the OpenAPI 3.1 document, made from the routes' own schemas, and a page that shows it. */
export const describeApi = (app: OpenAPIHono<AppEnv>): void => {
  app.openAPIRegistry.registerComponent('securitySchemes', 'cookieSession', {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session_token',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearerSession', {
    type: 'http',
    scheme: 'bearer',
  });
  app.doc31('/api/v1/openapi.json', DESCRIPTION);
  app.get('/api/v1/docs', (c) =>
    c.html(renderApiPage(app.getOpenAPI31Document(DESCRIPTION) as unknown as ApiDocument)),
  );
};
