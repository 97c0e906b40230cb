import type { Client } from '../domain/sessions/check-client.ts';
import type { AppContext } from './env.ts';

/** Enough for the browser and the system of every current browser. */
export const USER_AGENT_MAX_CHARACTERS = 256;

export function readClient(c: AppContext): Client {
  return { platform: c.req.header('X-Platform'), version: c.req.header('X-Client-Version') };
}

export function readUserAgent(c: AppContext): string | null {
  const text = c.req.header('User-Agent')?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? '';
  return text === '' ? null : text;
}
