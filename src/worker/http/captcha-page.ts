import { html } from 'hono/html';
import { CAPTCHA_PROVIDERS, type Config } from '../config.ts';
import { DomainError } from '../domain/errors.ts';
import { createRouter } from './router.ts';
import { captchaOrigin, isAtCaptchaHost, ownOrigin, visitedOrigin } from './same-origin.ts';

type Vendor = Exclude<(typeof CAPTCHA_PROVIDERS)[number], 'none'>;

/** Sources of widgets beside their script's host, from the vendors' pages on Content-Security-Policy. */
const FURTHER_SOURCES: Readonly<Record<Vendor, readonly string[]>> = {
  provider_a: [],
  provider_b: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  provider_c: ['https://*.geetest.com', 'https://*.geevisit.com'],
};

/** An opaque origin, which the vendor's own frames inherit. */
const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups';

interface Origins {
  /** Of the document, as the browser knows it. */
  readonly origin: string;
  /** Of the pages that may frame it. */
  readonly consoleOrigin: string;
  /** Nothing but captchas has this origin. */
  readonly isApart: boolean;
}

/**
 * Vendors' scripts come from other hosts and turn texts into markup: only this frame allows that, for one vendor, and
 * only our own pages may frame it. It is sandboxed unless it has an origin of its own, so that those scripts reach
 * neither the page around it nor its cookies and storage.
 */
export const captchaPage = createRouter();
captchaPage.get('/captcha/:provider', (c) => {
  const { config } = c.env.services;
  const provider = c.req.param('provider');
  if (!isVendor(provider)) throw new DomainError('route_not_found');
  const { siteKey, scriptUrl } = readVendor(config, provider);
  if (siteKey === '') throw new DomainError('route_not_found');
  const { pathname, search } = new URL(c.req.url);
  const apart = captchaOrigin(config);
  const isApart = apart !== null && isAtCaptchaHost(c.req.raw, config);
  c.header('Cache-Control', 'no-store');
  c.header('Cross-Origin-Resource-Policy', isApart ? 'cross-origin' : 'same-origin');
  if (apart !== null && !isApart) return c.redirect(apart + pathname + search, 302);
  const origin = isApart ? apart : visitedOrigin(c.req.raw, config);
  const consoleOrigin = isApart ? ownOrigin(c.req.raw, config) : origin;
  const origins = { origin, consoleOrigin, isApart };
  c.header('Content-Security-Policy', writePolicy(provider, scriptUrl, origins));
  if (config.CROSS_ORIGIN_ISOLATION) c.header('Cross-Origin-Embedder-Policy', 'require-corp');
  // Vendors check the referring host.
  c.header('Referrer-Policy', 'strict-origin-when-cross-origin');
  c.header('X-Content-Type-Options', 'nosniff');
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>Captcha</title>
          <link rel="stylesheet" href="/captcha.css" crossorigin />
          <script type="module" src="/captcha.js" crossorigin></script>
        </head>
        <body
          data-console="${consoleOrigin}"
          data-provider="${provider}"
          data-site-key="${siteKey}"
          data-script="${scriptUrl}"
        >
          <div id="captcha"></div>
        </body>
      </html>`,
  );
});

function isVendor(provider: string): provider is Vendor {
  return provider !== 'none' && CAPTCHA_PROVIDERS.some((known) => known === provider);
}

function readVendor(config: Config, provider: Vendor) {
  const letter = ({ provider_a: 'A', provider_b: 'B', provider_c: 'C' } as const)[provider];
  return {
    siteKey: config[`CAPTCHA_${letter}_SITE_KEY`],
    scriptUrl: config[`CAPTCHA_${letter}_SCRIPT_URL`],
  };
}

/** Names our origin: of an opaque one, browsers disagree what `'self'` is. */
function writePolicy(provider: Vendor, scriptUrl: string, origins: Origins): string {
  const { origin, consoleOrigin, isApart } = origins;
  const vendor = [new URL(scriptUrl).origin, ...FURTHER_SOURCES[provider]].join(' ');
  return [
    "default-src 'none'",
    `script-src ${origin} ${vendor}`,
    // Widgets use inline styles.
    `style-src ${origin} 'unsafe-inline' ${vendor}`,
    `img-src data: blob: ${vendor}`,
    `font-src data: ${vendor}`,
    `connect-src ${origin} ${vendor}`,
    `frame-src ${vendor}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${consoleOrigin}`,
    ...(isApart ? [] : [SANDBOX]),
  ].join('; ');
}
