import { createServer, type ServerResponse } from 'node:http';
import type { TestProject } from 'vitest/node';
import { listenLocally, readAll } from './local-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    purgeServerUrl: string;
  }
}

/** A number is a status with a redirect to another path of the server. */
export type PurgeBehaviour =
  | 'confirm'
  | 'refuse'
  | 'fail'
  | 'limit'
  | 'limit_briefly'
  | 'limit_immediately'
  | 'limit_forever'
  | 'hang'
  | 'break'
  | number;

/** A call that names this path is refused. */
const REFUSED_PATH = '/i/refused.webp';
/** A call that names this path is never answered. */
const HANGING_PATH = '/i/hanging.webp';

/** A request that the server received. */
export interface PurgeRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** State of one test file on the server. */
interface Tenant {
  script: PurgeBehaviour[];
  received: PurgeRequest[];
}

/**
 * A local server with the protocols of purge targets. The first segment of a path is the test file; below that, `POST
 * /control` sets the next responses and clears the record; `GET /control` returns the record.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const tenants = new Map<string, Tenant>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readAll(request);
      const [, name = '', path = ''] = /^\/([^/]+)(.*)$/u.exec(request.url ?? '') ?? [];
      const tenant = tenants.get(name) ?? { script: [], received: [] };
      tenants.set(name, tenant);
      if (path === '/control') {
        if (request.method === 'POST') {
          tenant.script = JSON.parse(body) as PurgeBehaviour[];
          tenant.received = [];
        }
        response.end(JSON.stringify(tenant.received));
        return;
      }
      tenant.received.push({
        path,
        headers: request.headers as Record<string, string>,
        body,
      });
      if (body.includes(HANGING_PATH)) return;
      answer(
        response,
        body.includes(REFUSED_PATH) ? 'refuse' : (tenant.script.shift() ?? 'confirm'),
      );
    })();
  });
  const { url, close } = await listenLocally(server);
  project.provide('purgeServerUrl', url);
  return close;
}

function answer(response: ServerResponse, behaviour: PurgeBehaviour): void {
  if (typeof behaviour === 'number') {
    response.writeHead(behaviour, { Location: 'elsewhere' }).end();
    return;
  }
  switch (behaviour) {
    case 'confirm':
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end('{"success":true,"errors":[]}');
      break;
    case 'refuse':
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end('{"success":false,"errors":[{}]}');
      break;
    case 'fail':
      response.writeHead(500).end('upstream error');
      break;
    case 'limit':
      response.writeHead(429, { 'Retry-After': '300' }).end();
      break;
    case 'limit_briefly':
      response.writeHead(429, { 'Retry-After': '1' }).end();
      break;
    case 'limit_immediately':
      response.writeHead(429, { 'Retry-After': '0' }).end();
      break;
    case 'limit_forever':
      response.writeHead(429, { 'Retry-After': '9'.repeat(400) }).end();
      break;
    case 'break':
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"succ');
      setTimeout(() => response.destroy(), 20);
      break;
    case 'hang':
      break;
  }
}
