import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Sent {
  readonly bytes: number;
  readonly isClosed: boolean;
}

interface Pace {
  readonly chunkBytes: number;
  readonly pauseMs: number;
}

const PACES: Readonly<Record<string, Pace>> = {
  '/endless': { chunkBytes: 65_536, pauseMs: 0 },
  '/dripping': { chunkBytes: 1, pauseMs: 20 },
};
/** For a reader that takes everything. */
const MAX_BYTES = 256 * 1024 ** 2;

const sent = new Map<string, Sent>();

/** Answers a POST to one of its paths until the reader leaves, and a GET with what was sent. Leaves other requests. */
export const answerWithoutEnd = (request: IncomingMessage, response: ServerResponse): boolean => {
  const path = request.url ?? '';
  const pace = PACES[path];
  if (pace === undefined) return false;
  if (request.method === 'GET') response.end(JSON.stringify(sent.get(path)));
  else void send(path, pace, response);
  return true;
};

const send = async (
  path: string,
  { chunkBytes, pauseMs }: Pace,
  response: ServerResponse,
): Promise<void> => {
  const chunk = Buffer.alloc(chunkBytes, ' ');
  let bytes = 0;
  const note = (isClosed: boolean): void => void sent.set(path, { bytes, isClosed });
  response.on('close', () => note(true));
  while (!response.destroyed && bytes < MAX_BYTES) {
    const isTaken = response.write(chunk);
    bytes += chunkBytes;
    note(false);
    if (!isTaken) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    await sleep(pauseMs);
  }
  response.end();
};
