import { both, doAll, type BySide } from './by-side.ts';
import type { Library } from './library.ts';
import type { Meter } from './meter.ts';
import type { Side } from './side.ts';
import {
  awaitImage,
  cancelUpload,
  completeUpload,
  createUpload,
  prepareBatch,
  prepareLarge,
  putMaster,
  putOtherParts,
  type PublishedImage,
} from './uploads.ts';

export interface Setup {
  readonly sides: BySide<Side>;
  readonly library: BySide<Library>;
}

/** Requests of one kind per side and round. */
const COUNT = 20;
const HOT_COUNT = 60;
const LARGE_COUNT = 4;

const AUTHENTICATED = 'authenticated request';
const BY_COOKIE = 'write by cookie with CSRF token';
const SMALL_PART = 'PUT of a part of 64 KiB';
const LARGE_PART = 'PUT of a part of 8 MiB';
const COMPLETE = 'complete';
const LIST = 'list of 20';

/** Requests with a target; the others are reported. Lists follow in several forms. */
const JUDGED = [AUTHENTICATED, BY_COOKIE, SMALL_PART, LARGE_PART, COMPLETE, LIST];

export const isJudged = (name: string): boolean => JUDGED.some((judged) => name.startsWith(judged));

/** One round of each group of requests. */
export const GROUPS = {
  session: measureSession,
  uploads: measureUploads,
  parts: measureLargeParts,
  lists: measureLists,
  views: measureViews,
} as const satisfies Record<string, (meter: Meter, setup: Setup) => Promise<void>>;

async function measureSession(meter: Meter): Promise<void> {
  const times = repeat(both(null), COUNT);
  await meter.measure(AUTHENTICATED, times, (side) =>
    side.send('GET', '/api/v1/uploads/recipe', { headers: side.bearer }),
  );
  await meter.measure(BY_COOKIE, times, (side) =>
    side.send('PATCH', '/api/v1/notifications/batch-read', { headers: side.cookies }),
  );
}

/** Uploads images and deletes them again: the library is unchanged afterwards. */
async function measureUploads(meter: Meter, { sides }: Setup): Promise<void> {
  const batch = await prepareBatch();
  const uploads = await meter.measure('create an upload session', batch, createUpload);
  await meter.measure(SMALL_PART, uploads, putMaster);
  await doAll(sides, uploads, putOtherParts);
  await meter.measure('status of an upload', uploads, (side, { id }) =>
    side.send('GET', `/api/v1/uploads/${id}`, { headers: side.bearer }),
  );
  await meter.measure(COMPLETE, uploads.slice(1), completeUpload);
  // The last one of the batch starts publication.
  await doAll(sides, uploads.slice(0, 1), completeUpload);
  await measureImages(meter, await doAll(sides, uploads, awaitImage));
}

async function measureImages(meter: Meter, images: BySide<PublishedImage>[]): Promise<void> {
  await meter.measure('public view, cold', images, (side, { link }) =>
    side.send('GET', `/i/${link}/gallery.webp`),
  );
  await meter.measure('one image', images, (side, { id }) =>
    side.send('GET', `/api/v1/images/${id}`, { headers: side.bearer }),
  );
  const setVisibility = (side: Side, { id }: PublishedImage, visibility: string) =>
    side.send('PATCH', `/api/v1/images/${id}/visibility`, {
      headers: side.bearer,
      json: { visibility },
    });
  // Making a public image private waits until every isolate's memory has dropped it.
  await meter.measureTogether('make an image private', images, (side, image) =>
    setVisibility(side, image, 'private'),
  );
  await meter.measure('make an image public', images, (side, image) =>
    setVisibility(side, image, 'public'),
  );
  await meter.measureTogether('delete an image', images, (side, { id }) =>
    side.send('DELETE', `/api/v1/images/${id}`, { headers: side.bearer }),
  );
}

async function measureLargeParts(meter: Meter, { sides }: Setup): Promise<void> {
  const prepared = repeat(both(await prepareLarge()), LARGE_COUNT);
  const uploads = await doAll(sides, prepared, createUpload);
  await meter.measure(LARGE_PART, uploads, putMaster);
  await doAll(sides, uploads, cancelUpload);
}

async function measureLists(meter: Meter, { library: { ours, base } }: Setup): Promise<void> {
  const list = (name: string, query: BySide<string>) =>
    meter.measure(name, repeat(query, COUNT), (side, own) =>
      side.send('GET', `/api/v1/images/?limit=20${own}`, { headers: side.bearer }),
    );
  await list(LIST, both(''));
  const deep = { ours: `&cursor=${ours.cursor}`, base: `&cursor=${base.cursor}` };
  await list(`${LIST}, deep page`, deep);
  await list(`${LIST}, public ones`, both('&visibility=public'));
  await list(`${LIST}, private ones`, both('&visibility=private'));
  await list('search', both('&search=img_000001'));
}

async function measureViews(meter: Meter, { library }: Setup): Promise<void> {
  await meter.measure('public view, hot', repeat(library, HOT_COUNT), (side, { publicLink }) =>
    side.send('GET', `/i/${publicLink}/gallery.webp`),
  );
  const withToken = (side: Side, { privateLink, token }: Library) =>
    side.send('GET', `/i/${privateLink}/gallery.webp`, { headers: { 'X-Image-Token': token } });
  await meter.measure('private view with token', repeat(library, COUNT), withToken);
}

function repeat<Value>(value: Value, count: number): Value[] {
  return Array.from({ length: count }, () => value);
}
