import { CRON_PATH } from './cron.ts';
import { ScriptError } from './fail.ts';
import { getLocal } from './local-request.ts';

const TIMEOUT_MS = 10_000;

/**
 * Asks a started server for the cron as a stranger would. A version of wrangler with other names for its parts would
 * start without the guard of front-door.ts, and nothing else would show it. `host` is a name that the runtime takes.
 * @throws {ScriptError} unless the answer is that of the Worker, which knows no such path.
 */
export async function checkFrontDoor(baseUrl: string, host: string): Promise<void> {
  const { status } = await getLocal(`${baseUrl}${CRON_PATH}`, TIMEOUT_MS, { Host: host });
  if (status === 404) return;
  throw new ScriptError(
    `The server is not safe to run: its front door answers ${CRON_PATH} with ${String(status)} to anyone who asks.`,
  );
}
