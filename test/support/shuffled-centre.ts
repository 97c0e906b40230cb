import { invalidatePublic } from '../../src/worker/domain/images/invalidate-public.ts';
import { EdgeCache, type ImageRecord } from '../../src/worker/storage/edge-cache.ts';
import { cachePath } from '../../src/worker/storage/keys.ts';
import { PublicCache } from '../../src/worker/storage/public-cache.ts';
import { LIFE_MS, LOOK_MS } from './data-centre.ts';
import { createRandom } from './create-random.ts';

export interface Weather {
  /** Share of cache lookups that fail. Puts do not fail: an isolate cannot withhold an unknown change. */
  readonly failing: number;
  /** Clock skew of the isolates (milliseconds). */
  readonly skewMs: number;
}

interface Isolate {
  readonly publicCache: PublicCache;
  readonly clock: { now(): number; wait(ms: number): Promise<void> };
}

interface Version {
  readonly since: number;
  readonly number: number;
}

const ISOLATES = 3;
const REPLICA_LAG_MS = 30_000;
/** Longer than most delays, and shorter than the cache's limit for a put. */
const SLOW_MS = 3000;
const QUICK_MS = 100;

/**
 * A data centre in virtual time, in which each cache and database operation takes a random time before it happens, and
 * another before its result is known. Images are versions of their rows: a change makes the next one.
 */
export class ShuffledCentre {
  readonly random: () => number;
  readonly entries = new Map<string, { readonly body: ArrayBuffer; readonly headers: Headers }>();
  /** Views answered with a version older than an already answered change. */
  readonly outdated: string[] = [];
  readonly answers = { memory: 0, edge: 0, rows: 0 };
  readonly #weather: Weather;
  readonly #isolates: readonly Isolate[];
  readonly #versions = new Map<string, Version[]>();
  readonly #answeredFor = new Map<string, number>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #asked: Promise<void>[] = [];
  #timers: { readonly at: number; readonly go: () => void }[] = [];
  #now = 1_000_000_000;

  constructor(seed: number, weather: Weather) {
    this.random = createRandom(seed);
    this.#weather = weather;
    this.#isolates = Array.from({ length: ISOLATES }, (_, index) => this.#createIsolate(index));
  }

  /** Advances the clock and runs everything due meanwhile. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.reduce((first, { at }) => Math.min(first, at), Infinity);
      if (next > end) break;
      this.#now = Math.max(this.#now, next);
      const [due] = this.#timers.splice(
        this.#timers.findIndex(({ at }) => at === next),
        1,
      );
      due?.go();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    this.#now = end;
  }

  /** Waits for all work under way; views and changes must not fail. */
  async finish(): Promise<void> {
    while (this.#underWay.size > 0) await this.advance(SLOW_MS);
    await Promise.all(this.#asked);
  }

  /** A view of an image at some isolate. */
  view(link: string): void {
    this.#ask(this.#view(this.#pick(), link));
  }

  /** A change of an image at some isolate; after its response, every isolate gets a request immediately. */
  change(link: string): void {
    const { publicCache, clock } = this.#pick();
    const change = async (): Promise<void> => {
      await this.#takeTime(QUICK_MS);
      const number = this.#read(link, this.#now) + 1;
      this.#versions.set(link, [...(this.#versions.get(link) ?? []), { since: this.#now, number }]);
      await this.#takeTime(QUICK_MS);
      await invalidatePublic({ publicCache, clock }, { uniqueLink: link, pipelineVersion: 2 });
      this.#answeredFor.set(link, Math.max(number, this.#answeredFor.get(link) ?? 0));
      for (const isolate of this.#isolates) this.#ask(this.#view(isolate, link));
    };
    this.#ask(change());
  }

  async #view({ publicCache, clock }: Isolate, link: string): Promise<void> {
    const least = this.#answeredFor.get(link) ?? 0;
    const answer = (tier: keyof typeof this.answers, [version = 0]: Uint8Array): void => {
      this.answers[tier] += 1;
      if (version < least) this.outdated.push(`${String(this.#now)}: ${link} from ${tier}`);
    };
    const background = (work: Promise<unknown>): void => this.#start(work);
    const path = cachePath(link, 'publish');
    const held = publicCache.getFromMemory(path, clock.now(), background);
    if (held !== null) return answer('memory', held.bytes);
    const { lookup, image } = await publicCache.get(link, path, clock.now(), background);
    if (image !== null && 'bytes' in image) return answer('memory', image.bytes);
    const isFromEdge = image !== null;
    const bytes = isFromEdge
      ? new Uint8Array(await new Response(image.body).arrayBuffer())
      : Uint8Array.of(await this.#readRow(link, await publicCache.isChanged(lookup)));
    const record = image?.record ?? ({ readAt: lookup.startedAt, size: 1 } as ImageRecord);
    const isWanted = publicCache.isWantedInMemory(lookup, 1);
    await this.#takeTime(this.random() < 0.2 ? SLOW_MS : QUICK_MS);
    if (isWanted) publicCache.putInMemory(lookup, { record, bytes });
    if (!isFromEdge) background(publicCache.putInEdge(lookup, record, bytes, clock.now()));
    answer(isFromEdge ? 'edge' : 'rows', bytes);
  }

  /** From the primary, or else from a replica. */
  async #readRow(link: string, isPrimary: boolean): Promise<number> {
    const lagMs = isPrimary ? 0 : this.random() * REPLICA_LAG_MS;
    await this.#takeTime(QUICK_MS);
    const version = this.#read(link, this.#now - lagMs);
    await this.#takeTime(QUICK_MS);
    return version;
  }

  #read(link: string, at: number): number {
    return this.#versions.get(link)?.findLast(({ since }) => since <= at)?.number ?? 0;
  }

  #createIsolate(index: number): Isolate {
    const skewMs = Math.floor((2 * this.random() - 1) * this.#weather.skewMs);
    const limits = {
      PUBLIC_CACHE_TTL_MS: LIFE_MS,
      MEMORY_CACHE_BYTES: 1_000_000,
      MEMORY_CACHE_BESIDE_CODECS_BYTES: 1_000_000,
      // One of them has the edge alone.
      MEMORY_CACHE_ENTRY_BYTES: index === 0 ? 0 : 1000,
      EDGE_COPIES_BYTES: 0,
      CHANGE_LOOK_TTL_MS: LOOK_MS,
    };
    return {
      publicCache: new PublicCache(limits, new EdgeCache(this.#openCache(), 'https://a.example')),
      clock: { now: () => this.#now + skewMs, wait: (ms: number) => this.#wait(ms) },
    };
  }

  #openCache() {
    const pathOf = (key: Request | string): string =>
      new URL(typeof key === 'string' ? key : key.url).pathname;
    return {
      match: async (key: Request | string): Promise<Response | undefined> => {
        await this.#takeTime(this.random() < 0.1 ? SLOW_MS : QUICK_MS);
        if (this.random() < this.#weather.failing) throw new Error('the cache is busy');
        const found = this.entries.get(pathOf(key));
        await this.#takeTime(QUICK_MS);
        return found === undefined ? undefined : new Response(found.body, found);
      },
      put: async (key: Request | string, response: Response): Promise<void> => {
        const entry = { body: await response.arrayBuffer(), headers: response.headers };
        await this.#takeTime(this.random() < 0.2 ? SLOW_MS : QUICK_MS);
        this.entries.set(pathOf(key), entry);
        await this.#takeTime(QUICK_MS);
      },
      delete: async (key: Request | string): Promise<boolean> => {
        await this.#takeTime(QUICK_MS);
        return this.entries.delete(pathOf(key));
      },
    };
  }

  #pick(): Isolate {
    const picked = this.#isolates[Math.floor(this.random() * ISOLATES)];
    if (picked === undefined) throw new Error('there is no isolate');
    return picked;
  }

  #ask(work: Promise<void>): void {
    this.#asked.push(work);
    this.#start(work);
  }

  #start(work: Promise<unknown>): void {
    this.#underWay.add(work);
    const end = (): boolean => this.#underWay.delete(work);
    work.then(end, end);
  }

  #takeTime(maxMs: number): Promise<void> {
    return this.#wait(Math.floor(this.random() * maxMs));
  }

  #wait(ms: number): Promise<void> {
    return new Promise((go) => {
      this.#timers.push({ at: this.#now + ms, go });
    });
  }
}
