import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from '../env.ts';

const create = (isolated: boolean): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    crossOriginResourcePolicy: 'same-origin',
    crossOriginOpenerPolicy: isolated ? 'same-origin' : false,
    crossOriginEmbedderPolicy: isolated ? 'require-corp' : false,
    referrerPolicy: 'no-referrer',
    strictTransportSecurity: 'max-age=31536000; includeSubDomains',
    xContentTypeOptions: 'nosniff',
    xFrameOptions: 'DENY',
  });

const isolated = create(true);
const shared = create(false);

/** Locks down everything under the API: no framing, no sniffing, no caching, no referrer. */
export const securityHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  const apply = c.env.services.config.CROSS_ORIGIN_ISOLATION ? isolated : shared;
  await apply(c, async () => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });
};
