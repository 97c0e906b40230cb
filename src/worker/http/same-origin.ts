import type { Config } from '../config.ts';

type RequestHead = Pick<Request, 'headers' | 'url'>;
type OwnOrigin = Pick<Config, 'PUBLIC_BASE_URL'>;
type ListedOrigins = Pick<Config, 'CORS_ALLOWED_ORIGINS'>;

/** No header of the browser names another site. */
export function isSameOrigin(request: RequestHead, config: OwnOrigin): boolean {
  const origin = request.headers.get('Origin');
  const site = request.headers.get('Sec-Fetch-Site');
  return (
    (origin === null || origin === ownOrigin(request, config)) &&
    (site === null || site === 'same-origin')
  );
}

export function statesSameOrigin(request: RequestHead, config: OwnOrigin): boolean {
  return request.headers.has('Origin') && isSameOrigin(request, config);
}

/** By `Sec-Fetch-Site` or `Origin`; a navigation by the user (`none`, without an origin) does not count. */
export function isFromElsewhere(request: RequestHead, config: OwnOrigin): boolean {
  const origin = request.headers.get('Origin');
  const site = request.headers.get('Sec-Fetch-Site');
  return (
    site === 'cross-site' ||
    site === 'same-site' ||
    (origin !== null && origin !== ownOrigin(request, config))
  );
}

export function isFromListedOrigin({ headers }: RequestHead, config: ListedOrigins): boolean {
  return config.CORS_ALLOWED_ORIGINS.includes(headers.get('Origin') ?? '');
}

/** Our own host, unless a listed origin asks. */
export function readPageHost(request: RequestHead, config: OwnOrigin & ListedOrigins): string {
  const origin = isFromListedOrigin(request, config) ? request.headers.get('Origin') : null;
  return new URL(origin ?? ownOrigin(request, config)).hostname;
}

export function ownOrigin(
  { url }: Pick<RequestHead, 'url'>,
  { PUBLIC_BASE_URL }: OwnOrigin,
): string {
  return new URL(PUBLIC_BASE_URL || url).origin;
}
