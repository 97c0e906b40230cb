import { createServer } from 'node:net';
import { ScriptError } from './fail.ts';

/** @throws {ScriptError} that names `source`. */
export function parsePort(text: string, source: string): number {
  const port = Number(text);
  if (!/^\d+$/u.test(text) || port > 65_535) {
    throw new ScriptError(`${source} must be a whole number from 0 to 65535, and it is "${text}".`);
  }
  return port;
}

/** Checks that the port is free; for 0 it returns a free one. @throws {ScriptError} */
export async function claimPort(host: string, port: number): Promise<number> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new ScriptError(
        `Port ${String(port)} is in use. Stop what listens there, or choose another: ` +
          `SERVER_PORT=${String(port + 1)} npm start`,
      );
    }
    throw new ScriptError(`Port ${String(port)} on ${host} cannot be used (${code}).`);
  }
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return typeof address === 'object' && address !== null ? address.port : port;
}
