import { vi } from 'vitest';
import { renditionPath, type RenditionExtension } from '../../src/shared/renditions.ts';
import { RENDITION_PREFIX } from '../../src/worker/storage/keys.ts';
import { WEBP } from './fixtures.ts';
import { seedPublishedImage, type SeededImage, type SeedOptions } from './images.ts';
import { convertImage } from './legacy-images.ts';
import { TestClock, type TestWorker } from './worker.ts';

export const MASTER_SIZE = { width: 800, height: 400 };
export const PUBLISH_SIZE = { width: 600, height: 300 };

/** Runs with the transformer's own clock, by which a rendition may come too late to be kept, and may be advanced. */
export class RunningClock extends TestClock {
  readonly #startedAt = Date.now();

  override now(): number {
    return super.now() + Date.now() - this.#startedAt;
  }
}

const files = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();

export const drawWebp = (size: typeof MASTER_SIZE): Promise<Uint8Array<ArrayBuffer>> => {
  const made =
    files.get(size.width) ??
    convertImage(WEBP.lossy, 'image/webp', size).then(({ bytes }) => bytes);
  files.set(size.width, made);
  return made;
};

/** A published image whose `master` is larger than its `publish`. */
export const seedWideImage = async (
  worker: TestWorker,
  options: SeedOptions = {},
): Promise<SeededImage> => {
  const [file, source] = await Promise.all([drawWebp(MASTER_SIZE), drawWebp(PUBLISH_SIZE)]);
  return seedPublishedImage(worker, { file, source, ...options });
};

export const renditionOf = (
  { uniqueLink }: Pick<SeededImage, 'uniqueLink'>,
  width: number,
  extension: RenditionExtension = 'webp',
  mark: '' | 'S' = '',
): string => renditionPath(uniqueLink + mark, width, extension);

/** The names of the renditions that the bucket keeps in a folder. */
export const listKept = async ({ env }: TestWorker, folder: string): Promise<string[]> => {
  const prefix = `${RENDITION_PREFIX}${folder}/`;
  const { objects } = await env.BUCKET.list({ prefix });
  return objects.map(({ key }) => key.slice(prefix.length));
};

/** Waits until the transformer has kept a rendition, which it does after its answer. */
export const awaitKept = (worker: TestWorker, folder: string, count = 1): Promise<string[]> =>
  vi.waitFor(
    async () => {
      const kept = await listKept(worker, folder);
      if (kept.length < count) throw new Error(`${String(kept.length)} renditions are kept`);
      return kept;
    },
    { timeout: 10_000, interval: 20 },
  );
