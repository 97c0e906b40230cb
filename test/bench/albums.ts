import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALBUM_IMAGES_MAX, ALBUMS_MAX } from '../../src/shared/entry-rules.ts';
import { fillShelves, SPARE_IMAGES } from './albums/fill.ts';
import { measureAlbum, measurePerson, type Samples } from './albums/measure.ts';
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
] as const;

/** No statement reads more rows, but those of a large album lie on more pages. */
const TARGET_RATIO = 3;
const STATEMENT_MAX_MS = 1000;
const EXCERPT_CHARACTERS = 100;
/** Calls that read or write each album or image once by their nature, or as many pages as they move images. */
const LINEAR = /as a search|on one position|of 100 by hand/u;

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
    const [small, large, few, many] = fillShelves(runner.file, SHELVES);
    if (small === undefined || large === undefined || few === undefined || many === undefined) {
      throw new Error('shelves are missing');
    }
    // The code of all calls is compiled before any counts.
    await measureAlbum(runner, small);
    await measurePerson(runner, few);
    const text = (): string => longest.text.replaceAll(/\s+/gu, ' ').slice(0, EXCERPT_CHARACTERS);
    return [
      ...compare(
        `album of ${LARGE_ALBUM_IMAGES.toLocaleString('en')} images to one of ${SMALL_ALBUM_IMAGES}`,
        await measureAlbum(runner, large),
        await measureAlbum(runner, small),
      ),
      ...compare(
        `person with ${MANY_ALBUMS.toLocaleString('en')} albums to one with ${FEW_ALBUMS}`,
        await measurePerson(runner, many),
        await measurePerson(runner, few),
      ),
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

function compare(sizes: string, large: Samples, small: Samples): BenchRow[] {
  return [...large].map(([name, ours]) => {
    const baseline = small.get(name) ?? [];
    const title = `${name}, ${sizes}`;
    if (baseline.length === 0) return explain(title, 'ms', ours);
    const ratio = median(ours) / median(baseline);
    const isFlat = !LINEAR.test(name);
    const target = isFlat ? `≤ ${TARGET_RATIO} ×` : 'none';
    return {
      name: title,
      unit: 'ms',
      ours,
      baseline,
      ratio,
      target,
      pass: !isFlat || ratio <= TARGET_RATIO,
    };
  });
}
