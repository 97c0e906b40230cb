import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALBUM_IMAGES_MAX, ALBUMS_MAX } from '../../src/shared/entry-rules.ts';
import { ALBUM_VOLUME_IMAGES } from '../../src/worker/domain/archive/list-album-volume.ts';
import { fillShelves, SPARE_IMAGES } from './albums/fill.ts';
import { callAlbum, callPerson, callZip, measureInTurn, type Samples } from './albums/measure.ts';
import { explain, median, type BenchRow } from './report.ts';
import { SqliteRunner } from './scale/sqlite-runner.ts';

/** As many as a page under an album's link has, so that both albums have a full one. */
const SMALL_ALBUM_IMAGES = 200;
/** The most that an album holds, but for those that are added. */
const LARGE_ALBUM_IMAGES = ALBUM_IMAGES_MAX - SPARE_IMAGES;
const FEW_ALBUMS = 10;
const MANY_ALBUMS = ALBUMS_MAX - 1;
const IMAGES_PER_ALBUM = 10;

const SHELVES = [
  { userId: 1, albums: 1, imagesPerAlbum: SMALL_ALBUM_IMAGES },
  { userId: 2, albums: 1, imagesPerAlbum: LARGE_ALBUM_IMAGES },
  { userId: 3, albums: FEW_ALBUMS, imagesPerAlbum: IMAGES_PER_ALBUM },
  { userId: 4, albums: MANY_ALBUMS, imagesPerAlbum: IMAGES_PER_ALBUM },
  { userId: 5, albums: 1, imagesPerAlbum: ALBUM_VOLUME_IMAGES },
] as const;

const TARGET_RATIO = 1.5;
const STATEMENT_MAX_MS = 1000;
const EXCERPT_CHARACTERS = 100;
/** Calls that read or write each album or image once by their nature. */
const LINEAR = /search that|on one position/u;

/**
 * Processor time of the product's calls with an album of 99,000 to 100,000 images, to one of 200, and of a person with 10,000
 * albums, to one with 10, in a file of SQLite; and the longest statement of all.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-albums-'));
  const longest = { text: '', ms: 0 };
  const runner = new SqliteRunner(join(folder, 'd1.sqlite'), (text, ms) => {
    if (ms > longest.ms) Object.assign(longest, { text, ms });
  });
  try {
    const shelves = fillShelves(runner.file, SHELVES);
    const [small, large, few, many, one] = shelves;
    if (!small || !large || !few || !many || !one) throw new Error('shelves are missing');
    const albumCalls = await measureInTurn(
      await callAlbum(runner, large),
      await callAlbum(runner, small),
    );
    const zipCalls = await measureInTurn(callZip(runner, large), callZip(runner, one));
    const personCalls = await measureInTurn(
      await callPerson(runner, many),
      await callPerson(runner, few),
    );
    const text = (): string => longest.text.replaceAll(/\s+/gu, ' ').slice(0, EXCERPT_CHARACTERS);
    const images = LARGE_ALBUM_IMAGES.toLocaleString('en');
    const albums = MANY_ALBUMS.toLocaleString('en');
    return [
      ...albumCalls.map(toRow(`album of ${images} images to one of ${SMALL_ALBUM_IMAGES}`)),
      ...zipCalls.map(toRow(`album of ${images} images to one of ${ALBUM_VOLUME_IMAGES}`)),
      ...personCalls.map(toRow(`person with ${albums} albums to one with ${FEW_ALBUMS}`)),
      {
        ...explain(`longest statement: ${text()}`, 'ms', [longest.ms]),
        target: `≤ ${STATEMENT_MAX_MS} ms`,
        pass: longest.ms <= STATEMENT_MAX_MS,
      },
    ];
  } finally {
    runner.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function toRow(sizes: string): (samples: Samples) => BenchRow {
  return ({ name, ours, baseline }) => {
    const ratio = median(ours) / median(baseline);
    const isFlat = !LINEAR.test(name);
    return {
      name: `${name}, ${sizes}`,
      unit: 'ms',
      ours,
      baseline,
      ratio,
      target: isFlat ? `≤ ${TARGET_RATIO} ×` : 'none',
      pass: !isFlat || ratio <= TARGET_RATIO,
    };
  };
}
