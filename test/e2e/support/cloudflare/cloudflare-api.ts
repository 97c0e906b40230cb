import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenLocally } from '../../../support/local-server.ts';
import { Account } from './account.ts';
import { assetRoutes } from './asset-routes.ts';
import { Refusal } from './answers.ts';
import { d1Routes } from './d1-routes.ts';
import { compile, describeCall, send, sendError } from './messages.ts';
import { storageRoutes } from './storage-routes.ts';
import { workerRoutes } from './worker-routes.ts';

const ACCOUNT_ID = 'a'.repeat(32);

export interface Fault {
  readonly route: string;
  /** Without an effect, or with one whose answer is lost or never comes. */
  readonly when: 'before' | 'after' | 'hanging';
  /** So many calls succeed before. */
  readonly spared?: number;
  /** Calls succeed until this route has answered. */
  readonly since?: string;
}

export interface CloudflareApi extends AsyncDisposable {
  readonly account: Account;
  /** Leads wrangler here. */
  readonly env: Record<string, string>;
  /** Each call, by the name of its route. */
  readonly calls: string[];
  /** Calls that no route answers. */
  readonly unknown: string[];
  /** Until `heal`, the calls of a route fail. */
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
  let isDue = true;

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://loopback');
    const call = `${request.method ?? ''} ${pathname.replace(`/accounts/${ACCOUNT_ID}`, '')}`;
    const body = await buffer(request);
    const route = routes.find(({ pattern }) => pattern.test(call));
    calls.push(route?.name ?? call);
    if (route === undefined) {
      unknown.push(call);
      throw new Refusal(404, 7003, `no route for ${call}`);
    }
    const isBroken = fault?.route === route.name && isDue && spared-- <= 0;
    if (isBroken && fault?.when === 'before') throw BROKEN;
    const names = route.pattern.exec(call)?.slice(1) ?? [];
    const result = await route.handle(describeCall(request, names, searchParams, body));
    if (isBroken && fault?.when === 'hanging') await new Promise(() => {});
    if (isBroken) throw BROKEN;
    isDue ||= fault?.since === route.name;
    return result;
  };
  const server = createServer((request, response) => {
    void answer(request).then(
      (result) => send(response, 200, { success: true, result, errors: [], messages: [] }),
      (error: unknown) => sendError(response, error),
    );
  });
  const { url, close } = await listenLocally(server);
  return {
    account,
    calls,
    unknown,
    env: {
      CLOUDFLARE_API_BASE_URL: url,
      CLOUDFLARE_API_TOKEN: 'a token of the tests',
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT_ID,
    },
    fail: (given) => {
      fault = given;
      spared = given.spared ?? 0;
      isDue = given.since === undefined;
    },
    heal: () => {
      fault = null;
    },
    [Symbol.asyncDispose]: close,
  };
};

const BROKEN = new Refusal(500, 10_013, 'an internal error of the platform');
