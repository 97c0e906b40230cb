/**
 * The service worker: opens the console offline and takes images that other apps share.
 *
 * - Pages come from the network, or from the cache if it is lost or slow. Files with hashed names come from the cache. The
 *   API, images and everything else bypass it.
 * - Each version has its own cache, named by its content. A new version waits until no page uses the old one, or until it is
 *   told to take over; the previous cache stays for pages that were opened with it.
 */

import { isPagePath } from '../../../shared/find-page.ts';
import { PAGES, SHARE_FAILED, SHARE_TOO_LARGE } from '../../../shared/pages.ts';
import { keepShare } from '../../features/upload/model/share-store.ts';

declare const self: ServiceWorkerGlobalScope;

/** Paths of the console's files; the build replaces it. */
declare const SHELL_FILES: readonly string[];
/** A hash of those files' content; the build replaces it. */
declare const SHELL_VERSION: string;

const CACHE_PREFIX = 'tintype-';
const CACHE = `${CACHE_PREFIX}${SHELL_VERSION}`;
const KEPT_CACHES = 2;
/** Without cookies, its document is that of every page, and not prerendered. */
const SHELL_PATH = PAGES.gallery;
const HASHED_PREFIX = '/assets/';
/** Longer than a page takes on a slow phone, shorter than a person waits for a lost network. */
const NAVIGATION_TIMEOUT_MS = 4000;

const SHARE_PATH = '/share';
const SHARED_PAGE = '/upload?shared=';

self.addEventListener('install', (event) => event.waitUntil(precache()));

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === 'POST' && pathname === SHARE_PATH) {
    event.respondWith(takeShared(request));
  } else if (request.method !== 'GET') {
    return;
  } else if (request.mode === 'navigate' && isPagePath(pathname)) {
    event.respondWith(openPage(event));
  } else if (pathname.startsWith(HASHED_PREFIX)) {
    event.respondWith(openFile(request));
  }
});

async function precache(): Promise<void> {
  const cache = await caches.open(CACHE);
  const shell = new Request(SHELL_PATH, { cache: 'no-cache', credentials: 'omit' });
  await Promise.all([cache.addAll(SHELL_FILES), cache.add(shell)]);
}

async function takeOver(): Promise<void> {
  const own = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
  const others = own.filter((name) => name !== CACHE);
  const gone = others.slice(0, Math.max(0, others.length - (KEPT_CACHES - 1)));
  await Promise.all(gone.map((name) => caches.delete(name)));
  await self.registration.navigationPreload.enable();
  await self.clients.claim();
}

/** The page from the network; from this version's cache if no good answer comes in time. */
async function openPage(event: FetchEvent): Promise<Response> {
  const answer = askNetwork(event);
  event.waitUntil(answer);
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), NAVIGATION_TIMEOUT_MS);
  });
  const first = await Promise.race([answer, late]);
  if (first !== null && first.status < 500) return first;
  const cache = await caches.open(CACHE);
  return (await cache.match(SHELL_PATH)) ?? first ?? (await answer) ?? Response.error();
}

async function askNetwork({ preloadResponse, request }: FetchEvent): Promise<Response | null> {
  try {
    const preloaded = (await preloadResponse) as Response | undefined;
    return preloaded ?? (await fetch(request));
  } catch {
    return null;
  }
}

async function openFile(request: Request): Promise<Response> {
  const held = await caches.match(request);
  if (held !== undefined) return held;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer.clone()).catch(() => undefined);
  }
  return answer;
}

/** Keeps the images that another app shares for the upload page, which opens even if that fails. */
async function takeShared(request: Request): Promise<Response> {
  const news = await keepShared(request).then(
    () => '',
    (error: unknown) => (error instanceof RangeError ? SHARE_TOO_LARGE : SHARE_FAILED),
  );
  return Response.redirect(SHARED_PAGE + news, 303);
}

async function keepShared(request: Request): Promise<void> {
  const form = await request.formData();
  const files = form.getAll('files').filter((entry) => entry instanceof File);
  if (files.length === 0) throw new Error('nothing is shared');
  await keepShare(files, Date.now());
}
