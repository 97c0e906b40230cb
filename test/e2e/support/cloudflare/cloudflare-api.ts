import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Account } from './account.ts';
import { assetRoutes } from './asset-routes.ts';
import { Refusal, type Call, type Routes } from './answers.ts';
import { d1Routes } from './d1-routes.ts';
import { storageRoutes } from './storage-routes.ts';
import { workerRoutes } from './worker-routes.ts';

const ACCOUNT_ID = 'a'.repeat(32);

export interface Fault {
  readonly route: string;
  /** Without an effect, or with one whose answer is lost. */
  readonly when: 'before' | 'after';
  readonly spared?: number;
}

export interface CloudflareApi extends AsyncDisposable {
  readonly account: Account;
  /** Leads wrangler here. */
  readonly env: Record<string, string>;
  /** Each call, by the name of its route. */
  readonly calls: string[];
  /** Calls that no route answers. */
  readonly unknown: string[];
  /** Until `heal`, the calls of a route fail, after so many that succeed. */
  fail(fault: Fault): void;
  heal(): void;
}

/** Cloudflare's API on loopback, with one account, which is empty. */
export const startCloudflareApi = async (): Promise<CloudflareApi> => {
  const account = new Account();
  const routes = compile({
    ...d1Routes(account),
    ...storageRoutes(account),
    ...workerRoutes(account),
    ...assetRoutes(account),
  });
  const [calls, unknown]: [string[], string[]] = [[], []];
  let fault: Fault | null = null;
  let spared = 0;

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const url = new URL(request.url ?? '', 'http://loopback');
    const call = `${request.method ?? ''} ${url.pathname.replace(`/accounts/${ACCOUNT_ID}`, '')}`;
    const body = await buffer(request);
    const route = routes.find(({ pattern }) => pattern.test(call));
    calls.push(route?.name ?? call);
    if (route === undefined) {
      unknown.push(call);
      throw new Refusal(404, 7003, `no route for ${call}`);
    }
    const isBroken = fault?.route === route.name && spared-- <= 0;
    if (isBroken && fault?.when === 'before') throw BROKEN;
    const names = route.pattern.exec(call)?.slice(1) ?? [];
    const result = await route.handle(describeCall(request, names, url.searchParams, body));
    if (isBroken) throw BROKEN;
    return result;
  };
  const server = createServer((request, response) => {
    void answer(request).then(
      (result) => send(response, 200, { success: true, result, errors: [], messages: [] }),
      (error: unknown) => sendError(response, error),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    account,
    calls,
    unknown,
    env: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${String(port)}`,
      CLOUDFLARE_API_TOKEN: 'a token of the tests',
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT_ID,
    },
    fail: (given) => {
      fault = given;
      spared = given.spared ?? 0;
    },
    heal: () => {
      fault = null;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const BROKEN = new Refusal(500, 10_013, 'an internal error of the platform');

const compile = (routes: Routes) =>
  Object.entries(routes).map(([name, handle]) => ({
    name,
    handle,
    pattern: new RegExp(`^${name.replaceAll(':', '([^/]+)')}$`, 'u'),
  }));

const describeCall = (
  request: IncomingMessage,
  names: readonly string[],
  query: URLSearchParams,
  body: Buffer<ArrayBuffer>,
): Call => {
  const headers = new Headers({ 'Content-Type': request.headers['content-type'] ?? '' });
  return {
    names: names.map(decodeURIComponent),
    query,
    headers,
    json: async () => JSON.parse(body.toString()) as Record<string, unknown>,
    form: () => new Response(body, { headers }).formData(),
  };
};

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
};

const sendError = (response: ServerResponse, error: unknown): void => {
  const { status, code, message } =
    error instanceof Refusal ? error : new Refusal(500, 0, `the stand-in fails: ${String(error)}`);
  send(response, status, {
    success: false,
    result: null,
    errors: [{ code, message }],
    messages: [],
  });
};
