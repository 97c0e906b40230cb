import type { AppContext } from '../env.ts';

/** The caller's IP address as the edge saw it. Callers without one (a local run) share a limit. */
export const clientAddress = (c: AppContext): string =>
  c.req.header('CF-Connecting-IP') ?? 'unknown';
