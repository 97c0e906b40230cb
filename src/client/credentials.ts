import { CSRF_TOKEN_INVALID } from '../shared/error-codes.ts';
import type { Send } from './call.ts';

export interface Credentials {
  headers(method: string): Record<string, string>;
  absorb(response: Response, data: unknown): void;
  prepare(server: Server): Promise<void>;
  /** The error code that `renew` resolves. */
  readonly renews: number | null;
  /** A browser sends no cookies, so that any server can be asked that allows all origins. */
  readonly omitsCookies?: boolean;
  renew(server: Server): Promise<void>;
}

export interface Server {
  readonly baseUrl: string;
  readonly send: Send;
  readonly renew: () => Promise<void>;
}

export interface DeviceClient {
  readonly platform: 'android' | 'windows';
  /** A semantic version, such as 1.2.0; the server refuses old ones. */
  readonly version: string;
}

const SESSION_COOKIE = '__Host-session_token';
const CSRF_COOKIE = '__Host-csrf_token';
const CSRF_HEADER = 'X-CSRF-Token';

/** For pages of the same origin: the browser keeps the cookies. */
export function pageCredentials(readCookies: () => string): Credentials {
  return {
    headers: (method) => {
      const token = readCookie(readCookies(), CSRF_COOKIE);
      return isRead(method) || token === undefined ? {} : { [CSRF_HEADER]: token };
    },
    absorb: () => undefined,
    prepare: async () => undefined,
    renews: CSRF_TOKEN_INVALID,
    // The browser adds `Origin`.
    renew: (server) => refreshCsrf(server, {}),
  };
}

export function cookieCredentials(): Credentials {
  const jar = new Map<string, string>();
  return {
    headers: (method) => {
      if (jar.size === 0) return {};
      const csrf = jar.get(CSRF_COOKIE);
      return {
        Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(isRead(method) || csrf === undefined ? {} : { [CSRF_HEADER]: csrf }),
      };
    },
    prepare: async () => undefined,
    renews: CSRF_TOKEN_INVALID,
    renew: (server) => refreshCsrf(server, { Origin: new URL(server.baseUrl).origin }),
    absorb: (response) => {
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const separator = pair.indexOf('=');
        const name = pair.slice(0, separator);
        if (name === SESSION_COOKIE || name === CSRF_COOKIE)
          jar.set(name, pair.slice(separator + 1));
      }
    },
  };
}

/** An API key: `tint_…`. */
export function keyCredentials(key: string): Credentials {
  return { ...fixedCredentials({ Authorization: `Bearer ${key}` }), omitsCookies: true };
}

/** Without renewal. */
export function bearerCredentials(
  sessionToken: string,
  { platform, version }: DeviceClient,
): Credentials {
  return fixedCredentials({
    Authorization: `Bearer ${sessionToken}`,
    'X-Platform': platform,
    'X-Client-Version': version,
  });
}

function fixedCredentials(headers: Record<string, string>): Credentials {
  return {
    headers: () => headers,
    absorb: () => undefined,
    prepare: async () => undefined,
    renews: null,
    renew: async () => undefined,
  };
}

function readCookie(cookies: string, name: string): string | undefined {
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

async function refreshCsrf({ send }: Server, headers: Record<string, string>): Promise<void> {
  await send('/api/v1/auth/csrf/refresh', { method: 'POST', headers });
}
