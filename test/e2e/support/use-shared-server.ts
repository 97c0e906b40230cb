import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, inject, type ProvidedContext } from 'vitest';

type Shared = ProvidedContext['server'];

/** The shared server. Later hooks and tests wait until it is ready. */
export const useSharedServer = (): Shared => waitFor(inject('server'));

/** The shared server with pipeline 2 off. */
export const useLegacyServer = (): Shared => waitFor(inject('legacyServer'));

const waitFor = (server: Shared): Shared => {
  beforeAll(async () => {
    while (!(await answers(server.baseUrl))) await sleep(100);
  });
  return server;
};

const answers = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
