import { randomInt } from 'node:crypto';
import { claimPort } from '../../../scripts/support/port.ts';

/** Below those that a system gives to connections and to listeners without a port, which start all the time. */
const FIRST = 20_000;
const END = 32_000;

/** A port that nobody is given before a server listens on it, however long that takes to start. */
export const findPort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(FIRST, END);
    const isFree = await claimPort('localhost', port).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
};
