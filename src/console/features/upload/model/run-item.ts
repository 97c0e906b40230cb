import type { ReadonlySignal } from '@preact/signals';
import { ApiError, ConnectionError } from '../../../../client/errors.ts';
import { realScheduler } from '../../../../client/scheduler.ts';
import { discardUpload } from '../../../../client/discard-upload.ts';
import { UploadPause } from '../../../../client/upload-run.ts';
import { isUnreadable, judge, type Blocker } from './failure.ts';
import { keepTicket, type TicketKeeper } from './keep-upload.ts';
import type { ItemEvent } from './advance-item.ts';
import type { Item } from './queue-item.ts';
import { EtaEstimator } from './queue-stats.ts';
import type { RecipeSource, ReportOutcome } from './recipe-source.ts';
import { Setbacks } from './setbacks.ts';
import { BytesLost, Uploader, type UploaderOptions } from './upload-item.ts';

export interface RunnerOptions extends UploaderOptions {
  readonly recipe: RecipeSource;
  readonly report: ReportOutcome;
  readonly blocker: ReadonlySignal<Blocker | null>;
  readonly onBlocked: (blocker: Blocker) => void;
  readonly onPublished: () => void;
}

export class ItemRunner {
  readonly eta = new EtaEstimator();
  readonly setbacks = new Setbacks();
  readonly #options: RunnerOptions;
  readonly #uploader: Uploader;
  #published = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#uploader = new Uploader(options);
  }

  /** Uploads an item until it is published, fails or is stopped; returns the event that follows. Never rejects. */
  async run(item: Item, signal: AbortSignal): Promise<ItemEvent> {
    const { api, items } = this.#options;
    const ticket = keepTicket(items.store, item.id);
    let published = this.#published;
    const onReached = (event: ItemEvent): void => {
      published = this.#published;
      this.#advance(item.id, event);
    };
    try {
      return await this.#publish(item, ticket, signal, onReached);
    } catch (error) {
      await ticket.sweep();
      const event = await this.#handleError(
        item.id,
        error,
        signal,
        () => this.#published > published,
      );
      // An upload that was cancelled has no ticket left. This one was paused, about to resume, or had failed.
      const isOrphaned = items.get(item.id) === undefined;
      if (isOrphaned && ticket.ticket !== null) void discardUpload(ticket.ticket, api);
      return event;
    } finally {
      if (signal.aborted) this.setbacks.forget(item.id);
    }
  }

  end(id: string, event: ItemEvent): void {
    const { items, report, onPublished } = this.#options;
    if (event.name !== 'published') return void items.apply(id, event);
    this.#advance(id, event);
    items.dropFile(id);
    this.#published += 1;
    report('answered');
    onPublished();
  }

  async #publish(
    item: Item,
    ticket: TicketKeeper,
    signal: AbortSignal,
    onReached: (event: ItemEvent) => void,
  ): Promise<ItemEvent> {
    const { items, recipe, blocker } = this.#options;
    const image = await this.#uploader.upload(item, {
      ticket,
      recipe: await recipe.read(),
      signal,
      gate: {
        // The run ends here, and a later one resumes with the stored parts.
        wait: async () => {
          if (blocker.peek() !== null) throw new UploadPause();
        },
      },
      onRecipe: (newer) => {
        recipe.known.value = newer;
      },
      onProgress: ({ stage, fraction }) => {
        if (!signal.aborted) onReached({ name: 'reached', stage, fraction });
      },
    });
    // Its album may have refused meanwhile.
    const latest = items.get(item.id) ?? item;
    const done: Item = { ...latest, progress: 1, state: { name: 'done', image } };
    await items.store.finish(done).catch(() => undefined);
    return { name: 'published', image };
  }

  async #handleError(
    id: string,
    error: unknown,
    signal: AbortSignal,
    hasOthersPublished: () => boolean,
  ): Promise<ItemEvent> {
    const { report, onBlocked } = this.#options;
    if (signal.aborted || error instanceof UploadPause) return { name: 'released' };
    if (error instanceof BytesLost || isUnreadable(error)) return { name: 'lost' };
    const verdict = judge(error, Date.now());
    const isUp = verdict.blocker?.reason === 'down' && hasOthersPublished();
    const blocker = isUp ? null : verdict.blocker;
    if (blocker !== null) onBlocked(blocker);
    if (error instanceof ApiError || error instanceof ConnectionError) report(error);
    const pauseMs = this.setbacks.note(id, blocker);
    if (!verdict.isReleased || pauseMs === null) {
      this.setbacks.forget(id);
      return { name: 'refused', failure: verdict.failure };
    }
    // Meanwhile other calls find out whether the session or the network has ended.
    if (pauseMs > 0) await realScheduler.sleep(pauseMs, signal).catch(() => undefined);
    return { name: 'released' };
  }

  #advance(id: string, event: ItemEvent): void {
    const { items } = this.#options;
    const before = items.get(id)?.progress ?? 0;
    const after = items.apply(id, event)?.progress ?? before;
    if (after > before) this.setbacks.forget(id);
    this.eta.add(after - before, Date.now());
  }
}
