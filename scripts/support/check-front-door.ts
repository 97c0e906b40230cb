import { createRequire } from 'node:module';
import type * as Runtime from 'miniflare';
import { CRON_PATH, CRON_SECRET_HEADER, ECHO_PATH } from './cron.ts';
import { ScriptError } from './fail.ts';
import { getLocal } from './local-request.ts';

const TIMEOUT_MS = 10_000;
/** A documentation address (RFC 5737). */
const FORGED_ADDRESS = '192.0.2.1';
/** Only the edge writes these. */
const EDGE_HEADERS = {
  'CF-Connecting-IP': FORGED_ADDRESS,
  'CF-IPCountry': 'XX',
  'CF-Ray': '0',
  'CF-Worker': 'example.com',
};

/** Also one header that another version of the runtime may use. */
export function listRuntimeHeaders(): string[] {
  const { CoreHeaders } = createRequire(import.meta.url)('miniflare') as typeof Runtime;
  return [...Object.values(CoreHeaders), 'MF-Unknown'];
}

/**
 * Sends a server the cron's request, the runtime's headers and the edge's, as a stranger. Another version of the
 * runtime may start without the guard of scripts/front-door, and nothing else would show it.
 * @throws {ScriptError} when the server trusts one of them.
 */
export async function checkFrontDoor(baseUrl: string, secret: string): Promise<void> {
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    getLocal(`${baseUrl}${path}`, TIMEOUT_MS, headers);
  const cron = await ask(CRON_PATH);
  if (cron.status !== 404) {
    throw unsafe(
      `its front door answers ${CRON_PATH} with ${String(cron.status)} to anyone who asks`,
    );
  }
  for (const name of listRuntimeHeaders()) {
    const { status } = await ask('/health', { [name]: '1' });
    if (status !== 400) throw unsafe(`its front door takes ${name}, a header of the runtime`);
  }
  const { text } = await ask(ECHO_PATH, { ...EDGE_HEADERS, [CRON_SECRET_HEADER]: secret });
  const passed = JSON.parse(text) as Record<string, string>;
  const address = passed['cf-connecting-ip'];
  const others = Object.keys(passed).filter((name) => /^cf-(?!connecting-ip$)/u.test(name));
  if (address === undefined || address === FORGED_ADDRESS || others.length > 0) {
    throw unsafe(`its front door takes ${others[0] ?? 'cf-connecting-ip'} from a client`);
  }
}

function unsafe(reason: string): ScriptError {
  return new ScriptError(`The server is not safe to run: ${reason}.`);
}
