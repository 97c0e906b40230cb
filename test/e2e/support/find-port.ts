import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { claimPort } from '../../../scripts/support/port.ts';

/** Below those that a system gives to connections and to listeners without a port, which start all the time. */
const FIRST = 20_000;
const END = 32_000;

const TRIES = 10;

/** A free port that neither the system nor this function gives to anybody else, however late a server listens on it. */
export const findPort = async (host = 'localhost'): Promise<number> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const port = 2 * randomInt(FIRST / 2, END / 2);
      await holdPort(port + 1);
      return await claimPort(host, port);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
};

/** Until this process ends: the port marks the one before it as given. */
const holdPort = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    createServer().once('error', reject).listen(port, '127.0.0.1', resolve).unref();
  });
