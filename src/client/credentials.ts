/** How requests prove who sends them. */
export interface Credentials {
  /** Headers for a request of this method. */
  headers(method: string): Record<string, string>;
  /** Headers for a fresh CSRF record from the server at `baseUrl`; null where requests need none. */
  csrfRefreshHeaders(baseUrl: string): Record<string, string> | null;
  /** Takes note of the cookies that an answer sets. */
  absorb(response: Response): void;
}

/** What a device's program tells of itself with each request (specification, Device bearer sessions). */
export interface DeviceClient {
  readonly platform: 'android' | 'windows';
  /** In semantic form, such as 1.2.0: the server refuses versions that are too old. */
  readonly version: string;
}

const SESSION_COOKIE = '__Host-session_token';
const CSRF_COOKIE = '__Host-csrf_token';
const CSRF_HEADER = 'X-CSRF-Token';

/** In a page of the same origin: the browser keeps the cookies, the CSRF token is read from them. */
export function pageCredentials(readCookies: () => string): Credentials {
  return {
    headers: (method) => {
      const token = readCookie(readCookies(), CSRF_COOKIE);
      return isRead(method) || token === undefined ? {} : { [CSRF_HEADER]: token };
    },
    // The browser adds `Origin`.
    csrfRefreshHeaders: () => ({}),
    absorb: () => undefined,
  };
}

/** Outside a browser: keeps the two cookies of one web session in memory. */
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
    csrfRefreshHeaders: (baseUrl) => ({ Origin: new URL(baseUrl).origin }),
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

/** A device's session token. */
export function bearerCredentials(
  sessionToken: string,
  { platform, version }: DeviceClient,
): Credentials {
  return {
    headers: () => ({
      Authorization: `Bearer ${sessionToken}`,
      'X-Platform': platform,
      'X-Client-Version': version,
    }),
    csrfRefreshHeaders: () => null,
    absorb: () => undefined,
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
