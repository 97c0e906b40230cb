import type { D1Migration } from 'cloudflare:test';

declare global {
  namespace Cloudflare {
    interface Env {
      /** Bound by vitest.config.ts. */
      readonly TEST_MIGRATIONS: D1Migration[];
      /** Set while `npm run bench -- cost` runs. */
      readonly LEDGER: string;
    }
  }
}
