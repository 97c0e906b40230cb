import { DurableObject } from 'cloudflare:workers';
import { systemClock } from '../../../shared/clock.ts';
import { LeasedSemaphore } from '../../lib/leased-semaphore.ts';
import type { ScryptRequest } from '../../lib/scrypt-request.ts';
import { scrypt } from './scrypt.ts';

/** Many times the duration of a hash. */
const HASH_LEASE_MS = 10_000;

/** One at a time per isolate: a hash takes 16 MiB, and its one thread gains nothing from two. */
const places = new LeasedSemaphore({ places: 1, leaseMs: HASH_LEASE_MS, clock: systemClock });

/** Runs outside the isolates that answer requests. The local runtime has one thread for all. */
export class PasswordHasher extends DurableObject {
  derive(request: ScryptRequest): Promise<Uint8Array<ArrayBuffer>> {
    return places.run(async () => {
      // Yields, so that the previous key is sent and others on this thread continue.
      await systemClock.wait(0);
      return scrypt(request);
    });
  }
}
