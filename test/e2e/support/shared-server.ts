import type { TestProject } from 'vitest/node';
import { startServer, type Server } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: Pick<Server, 'baseUrl' | 'persistTo'>;
  }
}

/** Starts one server for the end-to-end tests that ask nothing special of theirs; each has accounts of its own. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  // The tests sign in more often than one person does.
  const { baseUrl, persistTo, stop } = await startServer({
    vars: { LOGIN_FAILURES_PER_IP: '100' },
  });
  project.provide('server', { baseUrl, persistTo });
  return stop;
};
