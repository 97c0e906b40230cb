import type { Client } from '../domain/sessions/check-client.ts';
import type { AppContext } from './env.ts';

export function readClient(c: AppContext): Client {
  return { platform: c.req.header('X-Platform'), version: c.req.header('X-Client-Version') };
}
