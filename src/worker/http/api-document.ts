import { DomainError } from '../domain/errors.ts';
import type { AppContext } from './env.ts';
import { createRouter } from './router.ts';

/** `npm run types:api` and every build write both files. */
export const apiDocument = createRouter();
apiDocument.get('/openapi.json', (c) => send(c, '/api.json', 'application/json'));
apiDocument.get('/docs', (c) => send(c, '/api.html', 'text/html; charset=UTF-8'));

async function send(c: AppContext, path: string, type: string): Promise<Response> {
  const file = await c.env.services.assets.fetch(new Request(new URL(path, c.req.url)));
  if (file.body === null || !file.ok) throw new DomainError('route_not_found');
  return c.body(file.body, 200, { 'Content-Type': type });
}
