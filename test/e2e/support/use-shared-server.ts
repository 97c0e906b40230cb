import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, inject, type ProvidedContext } from 'vitest';

/** The server that tests share. The hooks and tests that are declared after this wait until it answers. */
export const useSharedServer = (): ProvidedContext['server'] => {
  const server = inject('server');
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
