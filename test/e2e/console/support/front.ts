import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Changes an answer of the service behind the proxy. */
type Change = (path: string, answer: Response) => Response | Promise<Response>;

export interface Front {
  readonly url: string;
  change: Change;
}

/** Length and coding change when the answer is passed on. */
const OWN_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** A proxy that may change pages and files of a service; GET only. It ends with the test. */
export const startFront = async (serviceUrl: string): Promise<Front> => {
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const path = request.url ?? '/';
      const headers = { accept: request.headers.accept ?? '*/*' };
      const fetched = await fetch(serviceUrl + path, { headers, redirect: 'manual' });
      const answer = await front.change(path, fetched);
      const kept = [...answer.headers].filter(([name]) => !OWN_HEADERS.has(name));
      response.writeHead(answer.status, Object.fromEntries(kept));
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    pass().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const front: Front = {
    url: `http://localhost:${String(port)}`,
    change: (_, answer) => answer,
  };
  return front;
};
