import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { claimPort } from '../../../scripts/support/port.ts';
import { startServer, type Server } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: Pick<Server, 'baseUrl' | 'persistTo'>;
  }
}

/**
 * Starts one server for the end-to-end tests that ask nothing special of theirs; each has accounts of its own. Nobody
 * waits for it here: `useSharedServer` does.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const persistTo = mkdtempSync(join(tmpdir(), 'tintype-shared-'));
  const port = String(await claimPort('localhost', 0));
  // The tests sign in more often than one person does, and send more parts at a time.
  const vars = { LOGIN_FAILURES_PER_IP: '100', UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: '100' };
  const starting = startServer({ persistTo, vars, args: ['--port', port] });
  starting.catch((error: unknown) => console.error(error));
  project.provide('server', { baseUrl: `http://localhost:${port}`, persistTo });
  return async () => {
    await (await starting).stop();
    rmSync(persistTo, { recursive: true, force: true });
  };
};
