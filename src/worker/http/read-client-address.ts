import { UNKNOWN_ADDRESS } from '../lib/client-address.ts';

/** As the edge saw it. Callers without an address (a local run) share a limit. */
export function readClientAddress(headers: Headers): string {
  return headers.get('CF-Connecting-IP') ?? UNKNOWN_ADDRESS;
}
