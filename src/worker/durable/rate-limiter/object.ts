import { DurableObject } from 'cloudflare:workers';
import type { RateRule, RateVerdict } from '../../domain/services.ts';
import { refundPlace, takePlace, type SlidingWindow } from './logic.ts';

/**
 * A subject's window is one value, since written rows cost money and every address that signs in has an object. The key
 * names the format, without a row for the version. A new format takes a new key, reads and deletes the old one, and may
 * drop that code a release later, since no window outlives its longest rule.
 */
const WINDOW_KEY = 'window';

/** One subject's sliding window. It empties when the last place expires. */
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
