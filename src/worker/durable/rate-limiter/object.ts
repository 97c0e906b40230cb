import { DurableObject } from 'cloudflare:workers';
import type { RateRule, RateVerdict } from '../../domain/services.ts';
import { refundPlace, takePlace, type SlidingWindow } from './logic.ts';

/**
 * The storage of a subject: the window is one value, for rows written cost money and there is an object for each
 * address that signs in. So no row records a version: the key names the format. A new format takes a new key, reads
 * and deletes the old one, and may drop that code a release later, since no window outlives its longest rule.
 */
const WINDOW_KEY = 'window';

/** One subject's sliding window. It empties itself when the place taken last has fallen out. */
export class RateLimiter extends DurableObject {
  take(rule: RateRule, nowMs: number): RateVerdict {
    const { verdict, window } = takePlace(this.#read(), rule, nowMs);
    if (verdict.allowed) {
      this.ctx.storage.kv.put(WINDOW_KEY, window);
      void this.ctx.storage.setAlarm(nowMs + rule.windowMs);
    }
    return verdict;
  }

  refund(takenAt: number): void {
    const window = refundPlace(this.#read(), takenAt);
    if (window.length > 0) this.ctx.storage.kv.put(WINDOW_KEY, window);
    else this.ctx.storage.kv.delete(WINDOW_KEY);
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  #read(): SlidingWindow {
    return this.ctx.storage.kv.get<number[]>(WINDOW_KEY) ?? [];
  }
}
