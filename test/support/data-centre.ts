import { invalidatePublic } from '../../src/worker/domain/images/invalidate-public.ts';
import { EdgeCache, type ImageRecord } from '../../src/worker/storage/edge-cache.ts';
import { cachePath, shardOf, epochPath } from '../../src/worker/storage/keys.ts';
import { PublicCache, type CacheLookup } from '../../src/worker/storage/public-cache.ts';

const ORIGIN = 'https://images.example';
export const LOOK_MS = 250;
export const LIFE_MS = 600_000;
export const LINK = 'a00000000000';
export const SIBLING = 'i00000000000';
export const STRANGER = 'b00000000000';
export const BYTES = new Uint8Array([1, 2, 3]);

/** A data centre's cache. Puts can be delayed, and lookups fail; `isDeaf` stores nothing. */
export const createDataCentre = () => {
  const entries = new Map<string, { body: ArrayBuffer; headers: Headers }>();
  const state = {
    asked: [] as string[],
    isDeaf: false,
    failing: [] as string[],
    hold: async (_path: string) => undefined,
  };
  const pathOf = (key: Request | string): string =>
    new URL(typeof key === 'string' ? key : key.url).pathname;
  const cache = {
    match: async (key: Request | string) => {
      state.asked.push(pathOf(key));
      if (state.failing.includes(pathOf(key))) throw new Error('match failed');
      const found = entries.get(pathOf(key));
      return found === undefined ? undefined : new Response(found.body, found);
    },
    put: async (key: Request | string, response: Response) => {
      const entry = { body: await response.arrayBuffer(), headers: response.headers };
      await state.hold(pathOf(key));
      if (!state.isDeaf) entries.set(pathOf(key), entry);
    },
    delete: async (key: Request | string) => entries.delete(pathOf(key)),
  };
  const clock = {
    at: 1_000_000_000,
    now: () => clock.at,
    wait: async (ms: number) => void (clock.at += ms),
  };
  return { cache, entries, state, clock };
};

type DataCentre = ReturnType<typeof createDataCentre>;

const nowhere = (): void => undefined;

/** An isolate that loads an image into its memory or else into the edge cache, as a view does. */
export const createIsolate = (
  { cache, clock, state }: DataCentre,
  memoryBytes = 1_000_000,
  lifeMs = LIFE_MS,
) => {
  const publicCache = new PublicCache(
    {
      PUBLIC_CACHE_TTL_MS: lifeMs,
      MEMORY_CACHE_BYTES: memoryBytes,
      MEMORY_CACHE_BESIDE_CODECS_BYTES: 2 * (2048 + BYTES.byteLength),
      MEMORY_CACHE_ENTRY_BYTES: 1000,
      EDGE_COPIES_BYTES: 0,
      CHANGE_LOOK_TTL_MS: LOOK_MS,
    },
    new EdgeCache(cache, ORIGIN),
  );
  const pathOf = (link: string): string => cachePath(link, 'publish');
  const isolate = {
    publicCache,
    find: (link = LINK) => publicCache.get(link, pathOf(link), clock.now(), nowhere),
    put: async (lookup: CacheLookup): Promise<void> => {
      const record = { readAt: lookup.startedAt, size: BYTES.byteLength } as ImageRecord;
      if (publicCache.isWantedInMemory(lookup, record.size)) {
        publicCache.putInMemory(lookup, { record, bytes: BYTES });
      }
      await publicCache.putInEdge(lookup, record, BYTES, clock.now());
    },
    /** Whether a view is answered without reading the row. */
    view: async (link = LINK): Promise<boolean> => {
      if (isolate.recall(link)) return true;
      const { lookup, image } = await isolate.find(link);
      if (image === null) await isolate.put(lookup);
      else if ('body' in image && publicCache.isWantedInMemory(lookup, BYTES.byteLength)) {
        publicCache.putInMemory(lookup, { ...image, bytes: BYTES });
      }
      return image !== null;
    },
    /** Whether memory has it, synchronously. */
    recall: (link = LINK): boolean =>
      publicCache.getFromMemory(pathOf(link), clock.now(), nowhere) !== null,
    /** The cache operations of some work. */
    asks: async (work: () => Promise<unknown>): Promise<string[]> => {
      state.asked = [];
      await work();
      return state.asked;
    },
    invalidate: (link = LINK) =>
      invalidatePublic({ publicCache, clock }, { uniqueLink: link, pipelineVersion: 2 }),
  };
  return isolate;
};

/** Two isolates of one data centre. */
export const setUp = () => {
  const centre = createDataCentre();
  return { ...centre, centre, here: createIsolate(centre), there: createIsolate(centre) };
};

/** The mark of the first two links' epoch. */
export const MARK = epochPath(shardOf(LINK));
