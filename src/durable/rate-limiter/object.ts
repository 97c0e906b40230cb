import { DurableObject } from 'cloudflare:workers';
import type { RateRule, RateVerdict } from '../../domain/services.ts';
import { refundPlace, takePlace, type Window } from './logic.ts';

/** One subject's sliding window. It empties itself when the place taken last has fallen out. */
export class RateLimiter extends DurableObject {
  take(rule: RateRule, nowMs: number): RateVerdict {
    const { verdict, window } = takePlace(this.#read(), rule, nowMs);
    if (verdict.allowed) {
      this.ctx.storage.kv.put('window', window);
      void this.ctx.storage.setAlarm(nowMs + rule.windowMs);
    }
    return verdict;
  }

  refund(takenAt: number): void {
    const window = refundPlace(this.#read(), takenAt);
    if (window.length > 0) this.ctx.storage.kv.put('window', window);
    else this.ctx.storage.kv.delete('window');
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  #read(): Window {
    return this.ctx.storage.kv.get<number[]>('window') ?? [];
  }
}
