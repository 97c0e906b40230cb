import { systemClock } from '../../../src/shared/clock.ts';
import { openDatabases } from '../../../src/worker/db/open-databases.ts';
import { addToAlbum, removeFromAlbum } from '../../../src/worker/domain/albums/album-members.ts';
import { changeAlbum } from '../../../src/worker/domain/albums/change-album.ts';
import { createAlbum } from '../../../src/worker/domain/albums/create-album.ts';
import { listAlbumImages } from '../../../src/worker/domain/albums/list-album-images.ts';
import { listAlbums } from '../../../src/worker/domain/albums/list-albums.ts';
import { moveInAlbum } from '../../../src/worker/domain/albums/move-in-album.ts';
import { openAlbumFeed, openAlbumPage } from '../../../src/worker/domain/albums/open-album-page.ts';
import { ArchivePlaces } from '../../../src/worker/domain/archive/archive-places.ts';
import { ALBUM_VOLUME_IMAGES } from '../../../src/worker/domain/archive/list-album-volume.ts';
import { openAlbumArchive } from '../../../src/worker/domain/archive/open-album-archive.ts';
import type { Services } from '../../../src/worker/domain/services.ts';
import { KeyRing } from '../../../src/worker/lib/key-ring.ts';
import { NegativeCache } from '../../../src/worker/storage/negative-cache.ts';
import { randomFrom } from '../rows/names.ts';
import { silentLog } from '../scale/silent-log.ts';
import type { SqliteRunner } from '../scale/sqlite-runner.ts';
import { linkOfAlbum, SPARE_IMAGES, type FilledShelf } from './fill.ts';

export interface MeasuredCall {
  readonly name: string;
  /** What it returns is measured instead, if that is a function: the rest is its preparation. */
  readonly run: Call;
  /** In a sample. */
  readonly times: number;
}

type Call = () => Promise<unknown>;

/** Milliseconds of processor time of a call. */
export interface Samples {
  readonly name: string;
  readonly ours: readonly number[];
  readonly baseline: readonly number[];
}

const ROUNDS = 5;
/** Of a call in each sample. */
const TIMES = 20;
const PAGE = 100;
/** Of a call: the API's bound. */
const ADDED = 500;
/** Half of the albums of a person with few. */
const FEW = 5;
const ADDRESS = '192.0.2.1';

function makeServices(runner: SqliteRunner): Services {
  const { db } = openDatabases(runner);
  const services: Partial<Services> = {
    db,
    clock: systemClock,
    keys: KeyRing.parse(`bench:${'A'.repeat(43)}`),
    log: silentLog,
    negativeCache: new NegativeCache({
      LINK_MISSES_PER_IP: 1,
      LINK_MISS_WINDOW_MS: 1,
      LINK_MISS_TTL_MS: 1,
      CHANGE_LOOK_TTL_MS: 1,
    }),
    archivePlaces: new ArchivePlaces({
      places: 1,
      placesPerUser: 1,
      idleMs: 60_000,
      clock: systemClock,
    }),
    limiter: { take: async () => ({ allowed: true }) } as unknown as Services['limiter'],
    config: { IMAGE_WRITES_PER_MINUTE: 1 } as Services['config'],
  };
  return services as Services;
}

/** The product's own calls with the first album of a shelf. Each leaves the album as large as it was. */
export async function callAlbum(runner: SqliteRunner, shelf: FilledShelf): Promise<MeasuredCall[]> {
  const services = makeServices(runner);
  const { userId, firstAlbumId: albumId, firstImageId, imagesPerAlbum } = shelf;
  const calls: MeasuredCall[] = [];
  const repeat = (name: string, run: Call): void => void calls.push({ name, run, times: TIMES });
  const random = randomFrom(imagesPerAlbum);
  const draw = (): number => firstImageId + Math.floor(random() * imagesPerAlbum);
  const list = (cursor: string, limit: number) =>
    listAlbumImages(services, { userId }, { albumId, cursor, limit });
  const middle = await walkTo(imagesPerAlbum / 2, (cursor) => list(cursor, PAGE), PAGE);
  const move = async (count: number): Promise<void> => {
    const beforeId = draw();
    const imageIds = Array.from({ length: count }, draw).filter((id) => id !== beforeId);
    await moveInAlbum(services, { userId }, albumId, { imageIds, beforeId });
  };
  repeat(`first page of ${PAGE}`, () => list('', PAGE));
  repeat(`deep page of ${PAGE}`, () => list(middle, PAGE));
  repeat('move of one by hand', () => move(1));
  repeat('move of 100 by hand', () => move(100));
  const spare = firstImageId + shelf.albums * imagesPerAlbum;
  const chunks = Array.from({ length: SPARE_IMAGES / ADDED }, (_, chunk) =>
    Array.from({ length: ADDED }, (__, index) => spare + chunk * ADDED + index),
  );
  repeat(`addition and removal of ${SPARE_IMAGES}`, async () => {
    for (const ids of chunks) await addToAlbum(services, { userId }, albumId, ids);
    for (const ids of chunks) await removeFromAlbum(services, { userId }, albumId, ids);
  });
  repeat('change of the cover', () =>
    changeAlbum(services, { userId }, albumId, { coverImageId: draw() }),
  );
  const visitor = { link: linkOfAlbum(albumId), address: ADDRESS };
  repeat('shared page', () => openAlbumPage(services, visitor, ''));
  repeat('feed', () => openAlbumFeed(services, visitor));
  return [...calls, callDense(runner, services, shelf)];
}

/** Of an album with a full volume. Its images have no files, so these are the statements alone. */
export function callZip(
  runner: SqliteRunner,
  { firstAlbumId, imagesPerAlbum }: FilledShelf,
): MeasuredCall[] {
  const services = makeServices(runner);
  const visitor = { link: linkOfAlbum(firstAlbumId), address: ADDRESS };
  const last = Math.ceil(imagesPerAlbum / ALBUM_VOLUME_IMAGES);
  return [
    ['ZIP without its bytes', 1],
    ['last ZIP without its bytes', last],
  ].map(([name, volume]) => ({
    name: String(name),
    times: TIMES,
    run: async () => {
      const request = { volume: Number(volume), cursor: '' };
      const { body } = await openAlbumArchive(services, visitor, request);
      await new Response(body).arrayBuffer();
    },
  }));
}

/** All images on one position, as photographs without a time that were taken on one day. */
function callDense(
  runner: SqliteRunner,
  services: Services,
  { userId, firstAlbumId: albumId, firstImageId, imagesPerAlbum }: FilledShelf,
): MeasuredCall {
  const imageIds = [firstImageId];
  const beforeId = firstImageId + imagesPerAlbum / 2;
  const run = async (): Promise<Call> => {
    runner.file.exec(`UPDATE album_images SET position = 1024 WHERE album_id = ${albumId}`);
    return () => moveInAlbum(services, { userId }, albumId, { imageIds, beforeId });
  };
  return { name: 'move to the middle of an album on one position', run, times: 1 };
}

/** The product's own calls of a person with the albums of a shelf. */
export async function callPerson(
  runner: SqliteRunner,
  shelf: FilledShelf,
): Promise<MeasuredCall[]> {
  const services = makeServices(runner);
  const { userId, albums, firstAlbumId, firstImageId, imagesPerAlbum } = shelf;
  const calls: MeasuredCall[] = [];
  const repeat = (name: string, run: Call): void => void calls.push({ name, run, times: TIMES });
  const list = (cursor: string, rows: number, search = '') =>
    listAlbums(services, { userId }, { cursor, limit: rows, search });
  const middle = await walkTo(albums / 2, (cursor) => list(cursor, FEW), FEW);
  repeat(`first page of ${2 * FEW} albums`, () => list('', 2 * FEW));
  repeat(`deep page of ${FEW} albums`, () => list(middle, FEW));
  repeat('search that finds no album', () => list('', PAGE, 'harbour'));
  repeat(`search that finds ${2 * FEW} albums`, () => list('', PAGE, 'y 0000'));
  const spare = firstImageId + albums * imagesPerAlbum;
  const albumId = firstAlbumId + Math.floor(albums / 2);
  repeat('addition of an image to an album and its removal', async () => {
    await addToAlbum(services, { userId }, albumId, [spare]);
    await removeFromAlbum(services, { userId }, albumId, [spare]);
  });
  repeat('new album, deleted again', async () => {
    const { album } = await createAlbum(services, { userId }, NEW_ALBUM);
    runner.file.exec(`DELETE FROM albums WHERE id = ${album.id}`);
  });
  return calls;
}

const NEW_ALBUM = {
  title: 'Journey',
  description: '',
  visibility: 'private',
  order: 'newest',
  expiresAt: null,
  requestKey: null,
} as const;

/** The cursor behind so many rows. Pages as large as that would be the longest statements. */
async function walkTo(
  rows: number,
  read: (cursor: string) => Promise<{ readonly nextCursor: string }>,
  perPage: number,
): Promise<string> {
  let cursor = '';
  for (let seen = 0; seen < rows; seen += perPage) cursor = (await read(cursor)).nextCursor;
  return cursor;
}

/** Both in turn, so that the compiler and other work on the machine favour neither. The first round fills the caches. */
export async function measureInTurn(
  ours: readonly MeasuredCall[],
  baseline: readonly MeasuredCall[],
): Promise<Samples[]> {
  const samples: Samples[] = [];
  for (const [index, call] of ours.entries()) {
    const other = baseline[index];
    if (other?.name !== call.name) throw new Error(`nothing to compare with ${call.name}`);
    const taken: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      taken[0].push(await measure(call));
      taken[1].push(await measure(other));
    }
    samples.push({ name: call.name, ours: taken[0].slice(1), baseline: taken[1].slice(1) });
  }
  return samples;
}

async function measure({ run, times }: MeasuredCall): Promise<number> {
  let ms = 0;
  for (let time = 0; time < times; time += 1) {
    let start = process.cpuUsage();
    const next = await run();
    if (typeof next === 'function') {
      start = process.cpuUsage();
      await (next as Call)();
    }
    const { user, system } = process.cpuUsage(start);
    ms += (user + system) / 1000 / times;
  }
  return ms;
}
