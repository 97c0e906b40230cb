import { DurableObject } from 'cloudflare:workers';
import { COUNTER_FORWARD_MS } from '../../config.ts';
import { findRefusedViews, flushViews } from '../../domain/delivery/flush-views.ts';
import type { RequestCount, Services } from '../../domain/services.ts';
import { createLog, describeError } from '../../lib/log.ts';
import { openObjectDatabase } from '../object-database.ts';
import { ViewCountStore } from './view-count-store.ts';
import type { BegunFlush, CountBatch } from './logic.ts';
import { COUNTER_MIGRATIONS } from './migrations.ts';

export interface CounterServices extends Pick<Services, 'config' | 'db'> {
  readonly shardOf: (id: string) => { add: Counters['add'] };
}

const RETRY_MS = 5000;

/** The main shard writes to D1. The others forward to it, so that a flush writes an image's row once. */
export class Counters extends DurableObject {
  readonly #services: CounterServices;
  readonly #store = new ViewCountStore(openObjectDatabase(this.ctx, COUNTER_MIGRATIONS));

  constructor(ctx: DurableObjectState, env: Env, services: CounterServices) {
    super(ctx, env);
    this.#services = services;
  }

  /**
   * Stores a batch and may hold the next one of the isolate in memory. Returns whether that is stored, too.
   * @param main the main shard's id; isolates of earlier versions name none.
   */
  async add(
    batch: CountBatch | null,
    nowMs: number,
    main?: string,
    next?: CountBatch | null,
  ): Promise<boolean> {
    if (main !== undefined) this.#store.main = main === this.ctx.id.toString() ? null : main;
    if (batch !== null) this.#store.add(batch, nowMs);
    const isStored = next === null || next === undefined || this.#store.hold(next, nowMs);
    if ((await this.ctx.storage.getAlarm()) === null) await this.#armAlarm(this.#gatherMs);
    return isStored;
  }

  readTotals(): { readonly requests: readonly RequestCount[]; readonly viewsFlushed: number } {
    return this.#store.readTotals();
  }

  override async alarm(): Promise<void> {
    try {
      await this.#flush();
      if (this.#store.isEmpty || (await this.ctx.storage.getAlarm()) !== null) return;
      await this.#armAlarm(this.#gatherMs);
    } catch (error) {
      createLog().error('view_flush_failed', { reason: describeError(error) });
      await this.#armAlarm(Math.min(this.#gatherMs, RETRY_MS));
    }
  }

  get #gatherMs(): number {
    const { VIEW_FLUSH_MS } = this.#services.config;
    return this.#store.main === null ? VIEW_FLUSH_MS : Math.min(VIEW_FLUSH_MS, COUNTER_FORWARD_MS);
  }

  async #flush(): Promise<void> {
    const begun = this.#store.beginFlush(Date.now());
    if (begun === null) return;
    for (const part of begun.parts.keys()) {
      await (this.#store.main === null
        ? this.#flushPart(begun, part)
        : this.#forwardPart(begun, part, this.#store.main));
    }
    this.#store.finishFlush(Date.now());
  }

  async #flushPart(begun: BegunFlush, part: number): Promise<void> {
    const flush = this.#partOf(begun, part);
    try {
      await flushViews(this.#services, flush);
    } catch (error) {
      const refused = await findRefusedViews(this.#services, flush);
      if (refused.length === 0) throw error;
      const reason = describeError(error);
      createLog().error('views_refused', { images: refused.join(' '), reason });
      this.#store.defer(new Set(refused));
      const rest = this.#store.beginFlush(Date.now());
      if (rest !== null) await flushViews(this.#services, this.#partOf(rest, part));
    }
  }

  /** Sent under the flush's number, so that the main shard counts the part once. */
  async #forwardPart(begun: BegunFlush, part: number, main: string): Promise<void> {
    const { shard: isolateId, number: sequence, views } = this.#partOf(begun, part);
    if (views.size === 0) return;
    const batch = { isolateId, sequence, views: [...views], requests: [] };
    await this.#services.shardOf(main).add(batch, Date.now(), main);
  }

  /** The receiver remembers the last number of each part. */
  #partOf({ number, parts }: BegunFlush, part: number) {
    const id = this.ctx.id.toString();
    const shard = part === 0 ? id : `${id}/${String(part)}`;
    return { shard, number, views: parts[part] ?? new Map<number, number>() };
  }

  async #armAlarm(delayMs: number): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + delayMs);
  }
}
