import type { Config } from '../config.ts';

type RequestHead = Pick<Request, 'headers' | 'url'>;
type OwnOrigin = Pick<Config, 'PUBLIC_BASE_URL'>;
type CaptchaOrigin = Pick<Config, 'CAPTCHA_BASE_URL'>;
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

/** The host of the captcha's frame: our own, unless a listed origin asks. */
export function readCaptchaHost(
  request: RequestHead,
  config: OwnOrigin & CaptchaOrigin & ListedOrigins,
): string {
  const origin = isFromListedOrigin(request, config) ? request.headers.get('Origin') : null;
  return new URL(origin ?? captchaOrigin(config) ?? ownOrigin(request, config)).hostname;
}

/** The origin that the captcha's frame has for itself, if any. */
export function captchaOrigin({ CAPTCHA_BASE_URL }: CaptchaOrigin): string | null {
  return CAPTCHA_BASE_URL === '' ? null : new URL(CAPTCHA_BASE_URL).origin;
}

/** By host: a proxy that terminates TLS asks us with http. */
export function isAtCaptchaHost({ url }: Pick<RequestHead, 'url'>, config: CaptchaOrigin): boolean {
  const origin = captchaOrigin(config);
  return origin !== null && new URL(url).host === new URL(origin).host;
}

export function ownOrigin(
  { url }: Pick<RequestHead, 'url'>,
  { PUBLIC_BASE_URL }: OwnOrigin,
): string {
  return new URL(PUBLIC_BASE_URL || url).origin;
}

/** Hosts that are reached without a proxy: this machine, and addresses, which hardly have certificates. */
const DIRECT_HOST = /^(?:localhost|.*\.localhost|[\d.]+|\[.*\])$/u;

/**
 * Where the browser is: a proxy that terminates TLS asks us with http, and keeps the host. At hosts other than our own, it
 * is taken to be there if our own has https.
 */
export function visitedOrigin(request: Pick<RequestHead, 'url'>, config: OwnOrigin): string {
  const { host, hostname, origin } = new URL(request.url);
  const own = new URL(ownOrigin(request, config));
  if (host === own.host) return own.origin;
  return own.protocol === 'https:' && !DIRECT_HOST.test(hostname) ? `https://${host}` : origin;
}
