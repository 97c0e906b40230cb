/**
 * Sends the items of one account, as many at a time as the recipe allows, while nothing stands in the way.
 *
 * - An item has one run at most, in one tab at most: the sender's lock is held while anything runs.
 * - A run that is stopped leaves its ticket and its parts, and the next one goes on with them.
 * - What was published is kept in one transaction before it is shown as done.
 * - While the service is out of order all waits, however long, and goes on by itself once it says that it is ready. What
 *   fails all the same, again and again although others are published, or for ten minutes, makes room for the next.
 */

import { signal } from '@preact/signals';
import type { TintypeApi } from '../../../../client/api.ts';
import { ApiError, ConnectionError } from '../../../../client/errors.ts';
import { Cooldown } from '../../../../client/cooldown.ts';
import type { Codecs } from '../../../../client/imaging/codecs/codecs.ts';
import { realScheduler } from '../../../../client/scheduler.ts';
import type { PublishedImage } from '../../../../client/poll.ts';
import type { Recipe } from '../../../../client/protocol-types.ts';
import { PARTS_IN_TRANSFER } from '../../../../client/send-parts.ts';
import { discardUpload } from '../../../../client/discard-upload.ts';
import { uploadImage } from '../../../../client/upload.ts';
import { UploadPause } from '../../../../client/upload-run.ts';
import { Semaphore } from '../../../../shared/semaphore.ts';
import { DOWN_MS, type Hold, isUnreadable, judge } from './failure.ts';
import { keepParts, keepTicket } from './keep-upload.ts';
import { EtaEstimator } from './queue-stats.ts';
import { isPublishing, type Item } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';
import type { RecipeSource, ReportOutcome } from './recipe-source.ts';
import { pickNext } from './schedule.ts';
import { SenderLock } from './tab-lock.ts';

/** An item that is stopped so often without coming further does not go on by itself. */
const RELEASES_MAX = 3;
const RELEASE_PAUSE_MS = 1000;
/** Of half a minute each. */
const WAITS_MAX = 20;
/** What browsers can wait for at a time, in milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export interface SenderOptions {
  readonly owner: number;
  readonly items: QueueItems;
  readonly api: TintypeApi;
  readonly openCodecs: () => Codecs;
  /** How many pictures this device may prepare at a time. */
  readonly countPreparations: (recipe: Recipe) => number;
  /** Whether the person, the session and the network let anything be sent. */
  readonly mayRun: () => boolean;
  /** Whether the session and the network let the service be asked what became of something. */
  readonly mayAsk: () => boolean;
  /** Whether the service says that it can work. */
  readonly isReady: () => Promise<boolean>;
  readonly recipe: RecipeSource;
  readonly report: ReportOutcome;
  /** A picture is published, and what was kept of it is gone. */
  readonly onPublished: () => void;
}

interface Run {
  readonly abort: AbortController;
  /** How many items had been published when it was last heard of. */
  published: number;
}

/** Of an item that was stopped, and has not come further since. */
interface Setbacks {
  readonly count: number;
  /** How often it has waited for the service to be ready. */
  readonly waits: number;
}

export class Sender {
  readonly hold = signal<Hold | null>(null);
  /** Another tab sends at present. */
  readonly isBehindOther = signal(false);
  readonly forecast = new EtaEstimator();
  readonly #options: SenderOptions;
  readonly #runs = new Map<string, Run>();
  readonly #setbacks = new Map<string, Setbacks>();
  #published = 0;
  readonly #partPlaces = new Semaphore(PARTS_IN_TRANSFER);
  readonly #lock: SenderLock;
  #gate = new Cooldown(realScheduler);
  #codecs: Codecs | null = null;
  #preparation: Semaphore | null = null;
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
      return this.#restIfIdle();
    }
    const recipe = this.#options.recipe.known.peek();
    const next = recipe === null || this.hold.peek() !== null ? undefined : this.#pick(recipe);
    if (next === undefined || recipe === null) {
      return this.#restIfIdle();
    }
    if (!this.#lock.isHeld) {
      return this.#lock.ask(() => {
        this.isBehindOther.value = true;
      });
    }
    this.isBehindOther.value = false;
    if (items.apply(next.id, { name: 'started' })?.state.name !== 'running') return;
    void this.#run(next, recipe);
    this.pump();
  }

  /** Stops the run of an item, which goes on later. */
  pause(id: string): void {
    this.#runs.get(id)?.abort.abort(new UploadPause());
  }

  /** Ends the run of an item for good, which takes back what the service has; returns whether there was one. */
  cancel(id: string): boolean {
    const abort = this.#runs.get(id)?.abort;
    if (abort === undefined || abort.signal.aborted) return false;
    abort.abort(new Error('Cancelled'));
    return true;
  }

  /** The person wants to go on whatever was in the way. */
  liftHold(): void {
    clearTimeout(this.#holdTimer);
    this.#setbacks.clear();
    this.#goOn();
  }

  /** Ends all runs; they can be resumed. */
  close(): void {
    this.#stopAll();
    clearTimeout(this.#holdTimer);
    this.hold.value = null;
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

  #restIfIdle(): void {
    if (this.#runs.size > 0) return;
    this.#lock.giveBack();
    this.isBehindOther.value = false;
    this.forecast.reset();
  }

  /** What is being published will be, whoever asks: where that is allowed, it is seen through. */
  #stopAll(): void {
    const { items, mayAsk } = this.#options;
    for (const id of this.#runs.keys()) {
      const item = items.get(id);
      if (!mayAsk() || item === undefined || !isPublishing(item)) this.pause(id);
    }
  }

  async #run(item: Item, recipe: Recipe): Promise<void> {
    const { api, items, report, onPublished } = this.#options;
    const { id } = item;
    const abort = new AbortController();
    const ticket = keepTicket(items.store, id);
    const run: Run = { abort, published: this.#published };
    this.#runs.set(id, run);
    try {
      const image = await this.#upload(item, recipe, ticket, run);
      await items.store.finish(markDone(item, image), image.image_id).catch(() => undefined);
      this.#gain(id, { name: 'published', image });
      items.dropFile(id);
      this.#published += 1;
      report('answered');
      onPublished();
    } catch (error) {
      await ticket.sweep();
      if (abort.signal.aborted) items.apply(id, { name: 'released' });
      else await this.#settle(id, error, run);
      // An upload that is cancelled under way has no ticket left. This one was paused, was about to go on, or had failed.
      const isOrphaned = items.get(id) === undefined;
      if (isOrphaned && ticket.ticket !== null) void discardUpload(ticket.ticket, api);
    } finally {
      // It did not stop by itself.
      if (abort.signal.aborted) this.#setbacks.delete(id);
      this.#runs.delete(id);
      this.pump();
    }
  }

  async #upload(
    item: Item,
    recipe: Recipe,
    ticket: ReturnType<typeof keepTicket>,
    run: Run,
  ): Promise<PublishedImage> {
    const { api, items, openCodecs, countPreparations } = this.#options;
    const { id, name, visibility } = item;
    const { signal } = run.abort;
    await ticket.recall().catch((error: unknown) => {
      // Without its ticket it would be sent a second time. Where nothing is kept, there is none.
      if (items.get(id)?.isKept === true) throw error;
    });
    const bytes = await items.readBytes(id);
    if (bytes === null) throw new BytesLost();
    signal.throwIfAborted();
    this.#codecs ??= openCodecs();
    this.#preparation ??= new Semaphore(countPreparations(recipe));
    return uploadImage(new Uint8Array(bytes), {
      api,
      codecs: this.#codecs,
      filename: name,
      visibility,
      recipe,
      signal,
      metered: isMetered(),
      store: ticket,
      prepared: keepParts(items.store, item),
      preparation: this.#preparation,
      partPlaces: this.#partPlaces,
      gate: this.#gate,
      onRecipe: (newer) => {
        this.#options.recipe.known.value = newer;
      },
      onProgress: ({ stage, fraction }) => {
        if (signal.aborted) return;
        run.published = this.#published;
        this.#gain(id, { name: 'reached', stage, fraction });
        // A pipeline is free while this one is being published.
        if (stage === 'publish') queueMicrotask(() => this.pump());
      },
    });
  }

  async #settle(id: string, error: unknown, run: Run): Promise<void> {
    const { items, report } = this.#options;
    if (error instanceof BytesLost || isUnreadable(error)) {
      return void items.apply(id, { name: 'lost' });
    }
    const verdict = judge(error, Date.now());
    const isUp = verdict.hold?.reason === 'down' && this.#published > run.published;
    const hold = isUp ? null : verdict.hold;
    this.#gate.close(error);
    if (hold !== null) this.#holdBack(hold);
    if (error instanceof ApiError || error instanceof ConnectionError) report(error);
    const { count, waits } = this.#noteSetback(id, hold);
    if (verdict.isReleased && count < RELEASES_MAX && waits < WAITS_MAX) {
      // Meanwhile it is found out whether the session has ended, or the network.
      if (hold === null) await this.#rest(RELEASE_PAUSE_MS * count, run.abort.signal);
      items.apply(id, { name: 'released' });
    } else {
      this.#setbacks.delete(id);
      items.apply(id, { name: 'refused', failure: verdict.failure });
    }
  }

  #noteSetback(id: string, hold: Hold | null): Setbacks {
    const { count, waits } = this.#setbacks.get(id) ?? { count: 0, waits: 0 };
    const setbacks = {
      count: hold === null ? count + 1 : count,
      waits: hold?.reason === 'down' ? waits + 1 : waits,
    };
    this.#setbacks.set(id, setbacks);
    return setbacks;
  }

  /** Whoever stops it need not wait for its end. */
  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    await realScheduler.sleep(ms, signal).catch(() => undefined);
  }

  /** Of two, the one that lasts longer. */
  #holdBack(hold: Hold): void {
    const present = this.hold.peek();
    if (present !== null && (present.until ?? Infinity) >= (hold.until ?? Infinity)) return;
    clearTimeout(this.#holdTimer);
    this.hold.value = hold;
    if (hold.until === null) return;
    this.#holdTimer = setTimeout(
      () => void this.#endHold(hold),
      Math.min(hold.until - Date.now(), TIMER_MAX_MS),
    );
  }

  /** Its time is over; a service that was out of order has to say first that it is ready. */
  async #endHold(hold: Hold): Promise<void> {
    const { mayAsk, isReady } = this.#options;
    const isOver = hold.reason !== 'down' || !mayAsk() || (await isReady());
    // The person may have lifted it, or the queue been closed.
    if (this.hold.peek() !== hold) return;
    if (isOver) this.#goOn();
    else this.#holdBack({ ...hold, until: Date.now() + DOWN_MS });
  }

  #goOn(): void {
    this.hold.value = null;
    this.#gate = new Cooldown(realScheduler);
    this.pump();
  }

  #gain(id: string, event: Parameters<QueueItems['apply']>[1]): void {
    const { items } = this.#options;
    const before = items.get(id)?.progress ?? 0;
    const after = items.apply(id, event)?.progress ?? before;
    if (after > before) this.#setbacks.delete(id);
    this.forecast.add(after - before, Date.now());
  }
}

/** The bytes are not kept, and the person's file is not at hand. */
class BytesLost extends Error {}

function markDone(item: Item, image: PublishedImage): Item {
  return { ...item, progress: 1, state: { name: 'done', image } };
}

/** What some browsers tell of the connection (Network Information API). */
function isMetered(): boolean {
  const { connection } = navigator as {
    readonly connection?: { readonly saveData?: boolean; readonly type?: string };
  };
  return connection?.saveData === true || connection?.type === 'cellular';
}
