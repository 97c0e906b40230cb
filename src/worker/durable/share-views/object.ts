import { DurableObject } from 'cloudflare:workers';

const TAKEN_KEY = 'taken';

/** The views taken of one limited share link. Every method is synchronous and atomic; no storage means no view. */
export class ShareViews extends DurableObject {
  take(maxViews: number): boolean {
    const taken = this.taken();
    if (taken >= maxViews) return false;
    this.ctx.storage.kv.put(TAKEN_KEY, taken + 1);
    return true;
  }

  taken(): number {
    return this.ctx.storage.kv.get<number>(TAKEN_KEY) ?? 0;
  }

  async forget(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
