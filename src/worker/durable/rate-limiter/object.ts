import { DurableObject } from 'cloudflare:workers';
import type { RateRule, RateVerdict } from '../../domain/services.ts';
import { refundEntry, takeEntry, type SlidingWindow } from './logic.ts';

/** One value, since written rows cost money. A new format needs a new key, and reads the old one for a release. */
const WINDOW_KEY = 'window';

/** Empties when the last entry expires. */
export class RateLimiter extends DurableObject {
  take(rule: RateRule, nowMs: number): RateVerdict {
    const { verdict, window } = takeEntry(this.#read(), rule, nowMs);
    if (verdict.allowed) {
      this.ctx.storage.kv.put(WINDOW_KEY, window);
      void this.ctx.storage.setAlarm(nowMs + rule.windowMs);
    }
    return verdict;
  }

  refund(takenAt: number): void {
    const window = refundEntry(this.#read(), takenAt);
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
