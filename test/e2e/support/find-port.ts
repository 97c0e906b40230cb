import { randomInt } from 'node:crypto';
import { claimPort } from '../../../scripts/support/port.ts';

/** Below those that a system gives to connections and to listeners without a port, which start all the time. */
const FIRST = 20_000;
const END = 32_000;

const TRIES = 10;

/** A free port that the system gives to nobody, however long a server takes to listen on it. */
export const findPort = async (host = 'localhost'): Promise<number> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await claimPort(host, randomInt(FIRST, END));
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
};
