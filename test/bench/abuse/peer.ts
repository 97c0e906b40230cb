import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** The token of a session. */
  readonly bearer?: string;
}

export interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly cookies: readonly string[];
}

/** A client of the server whose connections come from one address of this machine. */
export interface Peer extends Disposable {
  /** Reads the whole answer. @throws the error of a broken connection. */
  ask(path: string, call?: Call): Promise<Answer>;
  /** Begins a request whose body the caller writes. */
  open(path: string, call: Call): ClientRequest;
}

const TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 4;

/** @param localAddress of 127.0.0.0/8, which the server sees as its peer. */
export function createPeer(origin: URL, localAddress: string): Peer {
  const agent = new Agent({ keepAlive: true, localAddress });
  const open = (path: string, { method = 'GET', headers = {}, bearer }: Call): ClientRequest =>
    request(new URL(path, origin), {
      agent,
      method,
      headers: {
        ...headers,
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      },
      timeout: TIMEOUT_MS,
    });
  const askOnce = (path: string, call: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { body } = call;
      const length =
        body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      const asked = open(path, { ...call, headers: { ...length, ...call.headers } });
      asked.once('timeout', () => asked.destroy(new Error(`${path} does not answer`)));
      asked.once('error', (error) => reject(asked.reusedSocket ? new Reused(error) : error));
      asked.once('response', (response: IncomingMessage) => {
        const { statusCode = 0, headers } = response;
        const cookies = headers['set-cookie'] ?? [];
        buffer(response).then((bytes) => resolve({ status: statusCode, bytes, cookies }), reject);
      });
      asked.end(body);
    });
  return {
    open,
    ask: async (path, call = {}) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await askOnce(path, call);
        } catch (error) {
          if (!(error instanceof Reused) || attempt === MAX_ATTEMPTS) throw error;
        }
      }
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}

/** The server has closed an idle connection just as it was used again: browsers ask again, too. */
class Reused extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

export const askJson = (
  peer: Peer,
  path: string,
  body: unknown,
  call: Call = {},
): Promise<Answer> =>
  peer.ask(path, {
    method: 'POST',
    ...call,
    headers: { 'Content-Type': 'application/json', ...call.headers },
    body: JSON.stringify(body),
  });
