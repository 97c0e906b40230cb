import { utf8 } from '../../shared/bytes.ts';
import type { OpenedPage } from '../domain/delivery/open-page.ts';
import type { PageFacts } from '../domain/delivery/page-facts.ts';
import type { SharedServices } from '../domain/services.ts';
import { describePage } from './describe-page.ts';
import { NO_STORE_HEADERS, toCacheControl } from './image-answer.ts';
import { BLUR_POLICY, IMAGE_PAGE_HEADERS, writeImagePage } from './image-page.ts';
import { preferredLanguage } from './preferred-language.ts';
import { ownOrigin } from './same-origin.ts';

interface Written {
  /** What a public page depends on beside its facts. */
  readonly key: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/** The last page made of each image's facts: to make it costs ten times as much as to send it. */
const written = new WeakMap<PageFacts, Written>();

export async function writePage(
  request: Request,
  { clock, config, publicCache }: SharedServices,
  { facts, readAt }: OpenedPage,
): Promise<Response> {
  const language = preferredLanguage(request) ?? 'en';
  const origin = ownOrigin(request, config);
  const key = `${language} ${origin}`;
  const held = readAt === null ? undefined : written.get(facts);
  const page = held?.key === key ? held : await write(request, facts, key, { language, origin });
  if (readAt !== null) {
    written.set(facts, page);
    // A cache that ignores the host must not keep a page that names the host of one request, which may be forged.
    const caches = config.PUBLIC_BASE_URL === '' ? 'private' : 'public';
    const secondsLeft = publicCache.secondsLeft({ readAt }, clock.now());
    page.headers.set('Cache-Control', toCacheControl(secondsLeft, caches));
  }
  const { bytes, headers } = page;
  return new Response(request.method === 'HEAD' ? null : bytes, { headers });
}

/** Without permission to be cached. */
async function write(
  request: Request,
  facts: PageFacts,
  key: string,
  place: Parameters<typeof describePage>[2],
): Promise<Written> {
  const page = describePage(request, facts, place);
  const bytes = utf8(String(await writeImagePage(page)));
  const headers = new Headers({
    ...IMAGE_PAGE_HEADERS,
    ...((page.image.blurUrl ?? null) === null ? {} : { 'Content-Security-Policy': BLUR_POLICY }),
    ...(facts.visibility === 'public' ? {} : NO_STORE_HEADERS),
    ...(page.isIndexed ? {} : { 'X-Robots-Tag': 'noindex' }),
  });
  return { key, bytes, headers };
}
