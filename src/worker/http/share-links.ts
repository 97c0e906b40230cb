import { getCookie, setCookie } from 'hono/cookie';
import { openShare, openSharePage, type ShareVisit } from '../domain/delivery/open-share.ts';
import { unlockShare } from '../domain/delivery/unlock-share.ts';
import { isDomainError } from '../domain/errors.ts';
import { SHARE_IMAGE, SHARE_ROOT, withToken } from '../domain/links/make-link.ts';
import { SHARE_PASS_TTL_MS } from '../domain/tokens/share-pass.ts';
import type { AppContext } from './env.ts';
import { forReaders, refuseMethod } from './for-readers.ts';
import { isView, toImageResponse } from './image-answer.ts';
import { readBody } from './middleware/body-limit.ts';
import { readClientAddress } from './read-client-address.ts';
import { createRouter } from './router.ts';
import { SHARE_PAGE_HEADERS, writePasswordPage, writeSharePage } from './share-page.ts';

/** Characters of a token's checksum, which tell links apart. */
const CHECKSUM_LENGTH = 22;
const MAX_FORM_BYTES = 4096;
const PAGE_METHODS = 'GET, HEAD, POST';

/** `/s/?token=` is a page for people, and `/s/image.webp?token=` its image. Neither is kept by a cache. */
export const shareLinks = createRouter();
shareLinks.get(SHARE_ROOT, forReaders(showPage));
shareLinks.post(SHARE_ROOT, forReaders(unlock));
shareLinks.get(SHARE_IMAGE, forReaders(showImage));
shareLinks.all(`${SHARE_ROOT}*`, forReaders(refuseMethod('image_not_found', PAGE_METHODS)));

async function showPage(c: AppContext): Promise<Response> {
  const visit = readVisit(c);
  const share = await openSharePage(c.env.services, visit);
  const page =
    share === null ? writePasswordPage(c.req.raw) : writeSharePage(c.req.raw, share, visit.token);
  return c.html(page, 200, SHARE_PAGE_HEADERS);
}

async function showImage(c: AppContext): Promise<Response> {
  const { services } = c.env;
  const opened = await openShare(services, readVisit(c), c.req.raw);
  const { imageId } = opened.record;
  if (opened.isTaken || isView(c.req.method, opened)) services.counters.countView(imageId);
  return toImageResponse(opened);
}

/** Sets a cookie for this link alone, which its page and its image carry. */
async function unlock(c: AppContext): Promise<Response> {
  const { services } = c.env;
  const token = readToken(c);
  const password = await readPassword(c);
  const address = readClientAddress(c.req.raw.headers);
  try {
    const pass = await unlockShare(services, { token, password, address });
    if (pass !== null) {
      setCookie(c, passCookie(token), pass, {
        prefix: 'secure',
        path: SHARE_ROOT,
        secure: true,
        httpOnly: true,
        // Also when a page of another site leads here.
        sameSite: 'Lax',
        maxAge: SHARE_PASS_TTL_MS / 1000,
      });
    }
    c.header('Cache-Control', 'no-store');
    return c.redirect(withToken(SHARE_ROOT, token), 303);
  } catch (error) {
    if (!isDomainError(error, 'wrong_credentials')) throw error;
    return c.html(writePasswordPage(c.req.raw, 'wrong'), 403, SHARE_PAGE_HEADERS);
  }
}

async function readPassword(c: AppContext): Promise<string> {
  const body = await readBody(c, MAX_FORM_BYTES);
  const form = new URLSearchParams(new TextDecoder().decode(body ?? new Uint8Array()));
  return form.get('password') ?? '';
}

function readVisit(c: AppContext): ShareVisit {
  const token = readToken(c);
  return { token, pass: getCookie(c, passCookie(token), 'secure') ?? '' };
}

function readToken(c: AppContext): string {
  return c.req.query('token') ?? '';
}

function passCookie(token: string): string {
  return `share_pass_${token.slice(-CHECKSUM_LENGTH)}`;
}
