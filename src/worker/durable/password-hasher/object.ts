import { DurableObject } from 'cloudflare:workers';
import { systemClock } from '../../../shared/clock.ts';
import { LeasedSemaphore } from '../../lib/leased-semaphore.ts';
import type { ScryptRequest } from '../../lib/scrypt.ts';
import { scrypt } from './scrypt.ts';

/** Many times what a hash takes. */
const LEASE_MS = 10_000;

/** One at a time for all objects of an isolate: a hash takes 16 MiB, and two would be no faster on its one thread. */
const places = new LeasedSemaphore({ places: 1, leaseMs: LEASE_MS, clock: systemClock });

/**
 * Derives keys from passwords, away from the isolates that answer requests: those wait for nothing while a hash is
 * made. On the local runtime all of them share one thread, and wait. It stores nothing.
 */
export class PasswordHasher extends DurableObject {
  derive(request: ScryptRequest): Promise<Uint8Array<ArrayBuffer>> {
    return places.run(async () => {
      // The turn after which the key before this one leaves, and others on this thread go on.
      await systemClock.wait(0);
      return scrypt(request);
    });
  }
}
