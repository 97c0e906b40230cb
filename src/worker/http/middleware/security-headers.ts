import type { MiddlewareHandler, Next } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { AppContext } from '../env.ts';

const isolated = createPolicy(true);
const shared = createPolicy(false);

export async function setSecurityHeaders(c: AppContext, next: Next): Promise<void> {
  const apply = c.env.services.config.CROSS_ORIGIN_ISOLATION ? isolated : shared;
  await apply(c, async () => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });
}

function createPolicy(isIsolated: boolean): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    crossOriginResourcePolicy: 'same-origin',
    crossOriginOpenerPolicy: isIsolated ? 'same-origin' : false,
    crossOriginEmbedderPolicy: isIsolated ? 'require-corp' : false,
    referrerPolicy: 'no-referrer',
    strictTransportSecurity: 'max-age=31536000; includeSubDomains',
    xContentTypeOptions: 'nosniff',
    xFrameOptions: 'DENY',
  });
}
