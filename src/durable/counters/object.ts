import { DurableObject } from 'cloudflare:workers';
import { Database } from '../../db/database.ts';
import { findRefusedViews, flushViews } from '../../domain/delivery/flush-views.ts';
import type { CounterTotals } from '../../domain/services.ts';
import { createLog, describeError } from '../../lib/log.ts';
import { openObjectDatabase } from '../object-database.ts';
import { CountLedger } from './ledger.ts';
import type { CountBatch } from './logic.ts';
import { COUNTER_MIGRATIONS } from './migrations.ts';

/** A flush that failed is tried again after this. */
const RETRY_MS = 5000;

/** One shard of the counters: takes batches from isolates and carries views to D1. */
export class Counters extends DurableObject<Env> {
  readonly #ledger = new CountLedger(openObjectDatabase(this.ctx, COUNTER_MIGRATIONS));

  async add(batch: CountBatch, nowMs: number): Promise<void> {
    this.#ledger.add(batch, nowMs);
    await this.#armAlarm(Number(this.env.VIEW_FLUSH_MS));
  }

  readTotals(): CounterTotals {
    return this.#ledger.readTotals();
  }

  override async alarm(): Promise<void> {
    let delayMs = Number(this.env.VIEW_FLUSH_MS);
    try {
      await this.#flush();
      this.#ledger.forgetIsolates(Date.now());
    } catch (error) {
      delayMs = Math.min(delayMs, RETRY_MS);
      createLog().error('view_flush_failed', { reason: describeError(error) });
    } finally {
      if (!this.#ledger.isEmpty) await this.#armAlarm(delayMs);
    }
  }

  async #flush(): Promise<void> {
    const begun = this.#ledger.beginFlush();
    if (begun === null) return;
    const services = { db: new Database(this.env.DB) };
    const shard = this.ctx.id.toString();
    const flush = { shard, ...begun };
    try {
      await flushViews(services, flush);
    } catch (error) {
      const refused = await findRefusedViews(services, flush);
      if (refused.length === 0) throw error;
      const reason = describeError(error);
      createLog().error('views_refused', { images: refused.join(' '), reason });
      this.#ledger.setAside(new Set(refused));
      const rest = this.#ledger.beginFlush();
      if (rest !== null) await flushViews(services, { shard, ...rest });
    }
    this.#ledger.finishFlush();
  }

  /** Sets the alarm unless it is set. */
  async #armAlarm(delayMs: number): Promise<void> {
    const armed = await this.ctx.storage.getAlarm();
    if (armed === null) await this.ctx.storage.setAlarm(Date.now() + delayMs);
  }
}
