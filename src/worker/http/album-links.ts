import { etag } from 'hono/etag';
import { openAlbumImage, openAlbumPhoto } from '../domain/albums/open-album-image.ts';
import { openAlbumFeed, openAlbumPage } from '../domain/albums/open-album-page.ts';
import type { AlbumVisitor } from '../domain/albums/shared-album.ts';
import {
  ALBUM_VOLUMES_MAX,
  listAlbumVolume,
  type AlbumVolumeRequest,
} from '../domain/archive/list-album-volume.ts';
import { openAlbumArchive } from '../domain/archive/open-album-archive.ts';
import { DomainError } from '../domain/errors.ts';
import { ALBUM_ROOT } from '../domain/links/make-link.ts';
import { ALBUM_LINK_LENGTH } from '../../shared/ids.ts';
import { readId } from '../../shared/pages.ts';
import { RENDITION_WIDTHS, THUMBNAIL_MAX_WIDTH } from '../../shared/renditions.ts';
import { ALBUM_PAGE_HEADERS, writeAlbumPage } from './album-page.ts';
import { writeAlbumFeed } from './album-feed.ts';
import { zipPath } from './album-paths.ts';
import { writePhotoPage } from './album-photo-page.ts';
import type { AppContext } from './env.ts';
import { forReaders, refuseMethod } from './for-readers.ts';
import { isView, NO_STORE_HEADERS, toImageResponse } from './image-answer.ts';
import { readClientAddress } from './read-client-address.ts';
import { createRouter } from './router.ts';

const ALBUM = `${ALBUM_ROOT}:link`;
const LINK_PATTERN = new RegExp(`^[0-9A-Za-z]{${String(ALBUM_LINK_LENGTH)}}$`, 'u');
const VOLUME_PATTERN = /^[1-9]\d{0,2}$/u;
const FILES = new Map<string, (typeof RENDITION_WIDTHS)[number] | 'published'>([
  ...RENDITION_WIDTHS.map((width) => [`${String(width)}.webp`, width] as const),
  ['published.webp', 'published'],
]);

/** `/a/<link>` is an album for people; its images, its ZIP and its feed are under it. */
export const albumLinks = createRouter();
albumLinks.get(ALBUM, forReaders(showAlbum));
albumLinks.get(`${ALBUM}/feed.xml`, etag(), forReaders(showFeed));
albumLinks.get(`${ALBUM}/images.zip`, forReaders(downloadAlbum));
albumLinks.get(`${ALBUM}/:id`, forReaders(showPhoto));
albumLinks.get(`${ALBUM}/:id/:file`, forReaders(showImage));
albumLinks.all(`${ALBUM_ROOT}*`, forReaders(refuseMethod('album_not_found')));

async function showAlbum(c: AppContext): Promise<Response> {
  const visitor = readVisitor(c);
  const cursor = readCursor(c);
  const page = await openAlbumPage(c.env.services, visitor, cursor);
  const { markup, isIndexed } = writeAlbumPage(c, { ...page, link: visitor.link, cursor });
  return c.html(markup, 200, pageHeaders(isIndexed));
}

async function showPhoto(c: AppContext): Promise<Response> {
  const visitor = readVisitor(c);
  const photo = await openAlbumPhoto(c.env.services, visitor, readImageId(c));
  return c.html(writePhotoPage(c, visitor.link, photo), 200, pageHeaders(false));
}

/** Only what is wider than a thumbnail is a view. */
async function showImage(c: AppContext): Promise<Response> {
  const { services } = c.env;
  const { link, address } = readVisitor(c);
  const { method, headers } = c.req.raw;
  const size = FILES.get(c.req.param('file') ?? '');
  if (size === undefined) throw new DomainError('album_not_found');
  const asked = { method, headers, address, imageId: readImageId(c), size };
  const opened = await openAlbumImage(services, link, asked);
  const isThumbnail = size !== 'published' && size <= THUMBNAIL_MAX_WIDTH;
  if (!isThumbnail && isView(method, opened)) services.counters.countView(opened.record.imageId);
  return toImageResponse(opened);
}

async function downloadAlbum(c: AppContext): Promise<Response> {
  const { services } = c.env;
  const visitor = readVisitor(c);
  const request = { cursor: readCursor(c), volume: readVolume(c) };
  const headersOf = ({ nextCursor }: { readonly nextCursor: string }) => ({
    ...NO_STORE_HEADERS,
    'Content-Type': 'application/zip',
    ...linkToNext(visitor.link, request, nextCursor),
  });
  // The answer to HEAD opens no archive.
  if (c.req.method === 'HEAD') {
    return c.body(null, 200, headersOf(await listAlbumVolume(services, visitor, request)));
  }
  const archive = await openAlbumArchive(services, visitor, request);
  const headers = { ...headersOf(archive), 'Content-Disposition': archive.disposition };
  return c.body(archive.body, 200, headers);
}

/** RFC 8288; no header after the last volume. */
function linkToNext(
  link: string,
  { volume }: AlbumVolumeRequest,
  nextCursor: string,
): Record<string, string> {
  if (nextCursor === '') return {};
  // A cursor may come with any number.
  const number = Math.min(volume + 1, ALBUM_VOLUMES_MAX);
  return { Link: `<${zipPath(link, number, nextCursor)}>; rel="next"` };
}

async function showFeed(c: AppContext): Promise<Response> {
  const visitor = readVisitor(c);
  const feed = await openAlbumFeed(c.env.services, visitor);
  return c.body(await writeAlbumFeed(c, visitor.link, feed), 200, {
    'Content-Type': 'application/rss+xml; charset=utf-8',
    // Caches ask each time, so that a link that is withdrawn is dead at once. An unchanged feed is a 304.
    'Cache-Control': 'public, no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
}

function pageHeaders(isIndexed: boolean): Record<string, string> {
  return isIndexed ? ALBUM_PAGE_HEADERS : { ...ALBUM_PAGE_HEADERS, 'X-Robots-Tag': 'noindex' };
}

function readVisitor(c: AppContext): AlbumVisitor {
  const link = c.req.param('link') ?? '';
  if (!LINK_PATTERN.test(link)) throw new DomainError('album_not_found');
  return { link, address: readClientAddress(c.req.raw.headers) };
}

function readImageId(c: AppContext): number {
  const id = readId(c.req.param('id'));
  if (id === null) throw new DomainError('album_not_found');
  return id;
}

function readCursor(c: AppContext): string {
  return c.req.query('after') ?? '';
}

function readVolume(c: AppContext): number {
  const text = c.req.query('volume') ?? '1';
  if (VOLUME_PATTERN.test(text) && Number(text) <= ALBUM_VOLUMES_MAX) return Number(text);
  const message = `volume: must be a number from 1 to ${String(ALBUM_VOLUMES_MAX)}`;
  throw new DomainError('invalid_parameter', { message });
}
