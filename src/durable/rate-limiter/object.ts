import { DurableObject } from 'cloudflare:workers';
import type { RateRule, RateVerdict } from '../../domain/services.ts';
import { takePlace } from './logic.ts';

/** One subject's sliding window. It empties itself when the window has passed. */
export class RateLimiter extends DurableObject {
  async take(rule: RateRule, nowMs: number): Promise<RateVerdict> {
    const { verdict, window } = takePlace(this.#read(), rule, nowMs);
    this.ctx.storage.kv.put('window', window);
    await this.ctx.storage.setAlarm(Date.now() + rule.windowMs);
    return verdict;
  }

  refund(): void {
    this.ctx.storage.kv.put('window', this.#read().slice(0, -1));
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  #read(): number[] {
    return this.ctx.storage.kv.get<number[]>('window') ?? [];
  }
}
