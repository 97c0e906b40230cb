import { UNKNOWN_ADDRESS } from '../lib/client-address.ts';

/** Reads the caller's IP address as the edge saw it. Callers without one (a local run) share a limit. */
export function readClientAddress(headers: Headers): string {
  return headers.get('CF-Connecting-IP') ?? UNKNOWN_ADDRESS;
}
