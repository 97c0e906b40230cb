import { UNKNOWN_ADDRESS } from '../../lib/client-address.ts';
import type { AppContext } from '../env.ts';

/** Reads the caller's IP address as the edge saw it. Callers without one (a local run) share a limit. */
export function readClientAddress(c: AppContext): string {
  return c.req.header('CF-Connecting-IP') ?? UNKNOWN_ADDRESS;
}
