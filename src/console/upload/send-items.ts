/**
 * Sends the items of one account, as many at a time as the recipe allows, while nothing stands in the way.
 *
 * - An item has one run at most, in one tab at most: the sender's lock is held while anything runs.
 * - A run that is stopped leaves its ticket and its parts, and the next one goes on with them.
 * - What was published is kept in one transaction before it is shown as done.
 */

import { signal } from '@preact/signals';
import type { TintypeApi } from '../../client/api.ts';
import { ApiError, ConnectionError } from '../../client/errors.ts';
import { Gate } from '../../client/gate.ts';
import type { Codecs } from '../../client/imaging/codecs/codecs.ts';
import { realPace } from '../../client/pace.ts';
import type { PublishedImage } from '../../client/poll.ts';
import type { Recipe } from '../../client/protocol-types.ts';
import { PARTS_IN_TRANSFER } from '../../client/send-parts.ts';
import { uploadImage } from '../../client/upload.ts';
import { UploadPause } from '../../client/upload-run.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { type Hold, judge } from './failure.ts';
import { keepParts, keepTicket } from './keep-upload.ts';
import { Forecast } from './overview.ts';
import type { Item } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';
import { pickNext } from './schedule.ts';
import { SenderLock } from './tab-lock.ts';

/** An item that is stopped so often without an end does not go on by itself. */
const RELEASES_MAX = 3;
const RELEASE_PAUSE_MS = 1000;

export interface SenderOptions {
  readonly owner: number;
  readonly items: QueueItems;
  readonly api: TintypeApi;
  readonly openCodecs: (recipe: Recipe) => Promise<Codecs>;
  /** Whether the person, the session and the network let anything be sent. */
  readonly mayRun: () => boolean;
  /** Hears what the service answered. */
  readonly report: (outcome: 'answered' | ApiError | ConnectionError) => void;
  /** Something has left the queue's storage. */
  readonly onRoom: () => void;
}

/** The bytes are not kept, and the person's file is not at hand. */
class BytesLost extends Error {}

export class Sender {
  readonly hold = signal<Hold | null>(null);
  /** Another tab sends at present. */
  readonly isBehindOther = signal(false);
  /** The service's, once it was read. */
  readonly recipe = signal<Recipe | null>(null);
  readonly forecast = new Forecast();
  readonly #options: SenderOptions;
  readonly #runs = new Map<string, AbortController>();
  readonly #releases = new Map<string, number>();
  readonly #preparation = new Semaphore(1);
  readonly #partPlaces = new Semaphore(PARTS_IN_TRANSFER);
  readonly #lock: SenderLock;
  #gate = new Gate(realPace);
  #codecs: Promise<Codecs> | null = null;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#lock = new SenderLock(options.owner, () => this.pump());
  }

  /** Starts what may start, and stops what may not go on. To be called whenever anything has changed. */
  pump(): void {
    const { items, mayRun } = this.#options;
    if (!mayRun()) {
      this.#stopAll();
      return this.#rest();
    }
    const recipe = this.recipe.peek();
    const next = recipe === null || this.hold.peek() !== null ? undefined : this.#pick(recipe);
    if (next === undefined || recipe === null) {
      if (this.#runs.size === 0) this.#rest();
      return;
    }
    if (!this.#lock.isHeld) {
      this.isBehindOther.value = true;
      return this.#lock.ask();
    }
    this.isBehindOther.value = false;
    if (items.apply(next.id, { name: 'started' })?.state.name !== 'running') return;
    void this.#run(next, recipe);
    this.pump();
  }

  /** The recipe of this visit, asked for once. */
  async readRecipe(): Promise<Recipe> {
    const known = this.recipe.peek();
    if (known !== null) return known;
    const { api, report } = this.#options;
    try {
      const recipe = await api.readRecipe();
      this.recipe.value = recipe;
      report('answered');
      return recipe;
    } catch (error) {
      if (error instanceof ApiError || error instanceof ConnectionError) report(error);
      throw error;
    }
  }

  /** Stops the run of an item, which goes on later, or is taken back. */
  stop(id: string, isForGood: boolean): void {
    this.#runs.get(id)?.abort(isForGood ? new Error('Cancelled') : new UploadPause());
  }

  /** The person wants to go on whatever was in the way. */
  liftHold(): void {
    clearTimeout(this.#holdTimer);
    this.hold.value = null;
    this.#gate = new Gate(realPace);
    this.#releases.clear();
    this.pump();
  }

  /** Ends all runs; they can be resumed. */
  close(): void {
    this.#stopAll();
    clearTimeout(this.#holdTimer);
    this.#lock.giveBack();
  }

  /** The next item; one that was stopped just now waits for the end of its run. */
  #pick(recipe: Recipe): Item | undefined {
    const items = this.#options.items.all.peek();
    const isEnding = ({ id, state }: Item) => state.name === 'waiting' && this.#runs.has(id);
    return pickNext(
      items.filter((item) => !isEnding(item)),
      recipe,
    );
  }

  #rest(): void {
    this.#lock.giveBack();
    this.isBehindOther.value = false;
    this.forecast.reset();
  }

  #stopAll(): void {
    for (const run of this.#runs.values()) run.abort(new UploadPause());
  }

  async #run(item: Item, recipe: Recipe): Promise<void> {
    const { items, report, onRoom } = this.#options;
    const { id } = item;
    const abort = new AbortController();
    const ticket = keepTicket(items.store, id);
    this.#runs.set(id, abort);
    try {
      const image = await this.#upload(item, recipe, ticket, abort.signal);
      await items.store.finish(markDone(item, image), image.image_id).catch(() => undefined);
      this.#gain(id, { name: 'published', image });
      items.dropFile(id);
      this.#releases.delete(id);
      report('answered');
      onRoom();
    } catch (error) {
      await ticket.sweep();
      if (abort.signal.aborted) items.apply(id, { name: 'released' });
      else await this.#settle(id, error);
    } finally {
      this.#runs.delete(id);
      this.pump();
    }
  }

  async #upload(
    item: Item,
    recipe: Recipe,
    ticket: ReturnType<typeof keepTicket>,
    signal: AbortSignal,
  ): Promise<PublishedImage> {
    const { api, items, openCodecs } = this.#options;
    const { id, name, visibility } = item;
    const bytes =
      (await items.store.readSource(id).catch(() => null)) ??
      (await items.fileOf(id)?.arrayBuffer());
    if (bytes === undefined) throw new BytesLost();
    signal.throwIfAborted();
    this.#codecs ??= openCodecs(recipe).catch((error: unknown) => {
      this.#codecs = null;
      throw error;
    });
    return uploadImage(new Uint8Array(bytes), {
      api,
      codecs: await this.#codecs,
      filename: name,
      visibility,
      recipe,
      signal,
      store: ticket,
      prepared: keepParts(items.store, id),
      preparation: this.#preparation,
      partPlaces: this.#partPlaces,
      gate: this.#gate,
      onRecipe: (newer) => {
        this.recipe.value = newer;
      },
      onProgress: ({ stage, fraction }) => {
        if (signal.aborted) return;
        this.#gain(id, { name: 'reached', stage, fraction });
        // A pipeline is free while this one is being published.
        if (stage === 'publish') queueMicrotask(() => this.pump());
      },
    });
  }

  async #settle(id: string, error: unknown): Promise<void> {
    const { items, report } = this.#options;
    if (error instanceof BytesLost) return void items.apply(id, { name: 'lost' });
    const { failure, isReleased, hold } = judge(error, Date.now());
    const releases = (this.#releases.get(id) ?? 0) + 1;
    this.#releases.set(id, releases);
    this.#gate.close(error);
    if (hold !== null) this.#holdBack(hold);
    if (error instanceof ApiError || error instanceof ConnectionError) report(error);
    if (isReleased && (hold !== null || releases < RELEASES_MAX)) {
      // Meanwhile it is found out whether the session has ended, or the network.
      if (hold === null) await realPace.sleep(RELEASE_PAUSE_MS * releases);
      items.apply(id, { name: 'released' });
    } else {
      this.#releases.delete(id);
      items.apply(id, { name: 'refused', failure });
    }
  }

  /** Of two, the one that lasts longer. */
  #holdBack(hold: Hold): void {
    const present = this.hold.peek();
    if (present !== null && (present.until ?? Infinity) >= (hold.until ?? Infinity)) return;
    clearTimeout(this.#holdTimer);
    this.hold.value = hold;
    if (hold.until === null) return;
    this.#holdTimer = setTimeout(() => this.liftHold(), hold.until - Date.now());
  }

  #gain(id: string, event: Parameters<QueueItems['apply']>[1]): void {
    const { items } = this.#options;
    const before = items.get(id)?.progress ?? 0;
    const after = items.apply(id, event)?.progress ?? before;
    this.forecast.add(after - before, Date.now());
  }
}

function markDone(item: Item, image: PublishedImage): Item {
  return { ...item, progress: 1, state: { name: 'done', image } };
}
