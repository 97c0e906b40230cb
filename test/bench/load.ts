import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const CONNECTIONS = 16;
const HEAD_END = '\r\n\r\n';
/** The whole head of a response arrives with its first bytes, and only they are parsed. */
const HEAD_MAX_BYTES = 2048;
const RECEIVE_BUFFER_BYTES = 65_536;
const LAST_ANSWER_MS = 3000;
const LATIN1 = new TextDecoder('latin1');
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/iu;

/** An HTTP/1.1 request as bytes. */
export const toRequest = (url: URL): Buffer =>
  Buffer.from(`GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`, 'latin1');

/** Sends a request and, after each complete response, the next one from `onAnswer`. */
export const keepAsking = (
  url: URL,
  next: () => Buffer,
  onAnswer: (status: number, ask: () => void) => void,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    let status = 0;
    let missing = 0;
    const ask = (): void => void socket.write(next());
    const receive = (size: number, buffer: Uint8Array): boolean => {
      if (missing === 0) {
        const head = LATIN1.decode(buffer.subarray(0, Math.min(size, HEAD_MAX_BYTES)));
        status = Number(head.slice(9, 12));
        missing = head.indexOf(HEAD_END) + HEAD_END.length + Number(CONTENT_LENGTH.exec(head)?.[1]);
      }
      missing -= size;
      if (missing > 0) return true;
      missing = 0;
      onAnswer(status, ask);
      return true;
    };
    const socket = connect({
      port: Number(url.port),
      host: url.hostname,
      noDelay: true,
      // A single receive buffer: one per chunk would cost more than all else.
      onread: { buffer: Buffer.alloc(RECEIVE_BUFFER_BYTES), callback: receive },
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      ask();
      resolve(socket);
    });
  });

export interface Answered {
  readonly answers: number;
  readonly seconds: number;
}

/**
 * Sends the requests of `next` to an origin over 16 connections, until the time or the number of responses is reached.
 * Plain sockets cost far less than an HTTP client, so that the server is the limit.
 * @throws Error when a response is not 200.
 */
export const measureAnswers = async (
  origin: URL,
  next: () => Buffer,
  { durationMs, maxAnswers = Infinity }: { durationMs: number; maxAnswers?: number },
): Promise<Answered> => {
  let answers = 0;
  let wrongStatus: number | null = null;
  const end = new AbortController();
  const start = performance.now();
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      keepAsking(origin, next, (status, ask) => {
        answers += 1;
        if (status !== 200) wrongStatus = status;
        if (answers >= maxAnswers) end.abort();
        else ask();
      }),
    ),
  );
  await sleep(durationMs, undefined, { signal: end.signal }).catch(() => undefined);
  const seconds = (performance.now() - start) / 1000;
  const counted = answers;
  for (const socket of sockets) socket.destroy();
  if (wrongStatus !== null) throw new Error(`${origin.href} answered ${String(wrongStatus)}`);
  return { answers: counted, seconds };
};

/** Loads a URL, and returns the responses per second. @throws Error when a response is not 200. */
export const measureRate = async (url: URL, durationMs: number): Promise<number> => {
  const request = toRequest(url);
  const { answers, seconds } = await measureAnswers(url, () => request, { durationMs });
  return answers / seconds;
};

/**
 * Requests a URL every `intervalMs`, and returns each latency in milliseconds. Requests are independent: each takes an
 * idle connection or a new one. A response that is missing some seconds after the last request counts with its waiting
 * time.
 * @throws Error when a response is not 200.
 */
export const measureLatencies = async (
  url: URL,
  durationMs: number,
  intervalMs: number,
): Promise<number[]> => {
  const latencies: number[] = [];
  const connections: { askedAt: number; readonly socket: Promise<Socket> }[] = [];
  const free: (() => void)[] = [];
  const request = toRequest(url);
  let wrongStatus: number | null = null;
  const openConnection = (): void => {
    const socket = keepAsking(
      url,
      () => request,
      (status, ask) => {
        latencies.push(performance.now() - connection.askedAt);
        connection.askedAt = Infinity;
        if (status !== 200) wrongStatus = status;
        free.push(() => {
          connection.askedAt = performance.now();
          ask();
        });
      },
    );
    const connection = { askedAt: performance.now(), socket };
    connections.push(connection);
  };
  const requests = Math.floor(durationMs / intervalMs);
  const start = performance.now();
  for (let sent = 0; sent < requests; sent += 1) {
    await sleep(Math.max(0, start + sent * intervalMs - performance.now()));
    (free.pop() ?? openConnection)();
  }
  const deadline = performance.now() + LAST_ANSWER_MS;
  while (latencies.length < requests && performance.now() < deadline) await sleep(intervalMs);
  for (const { socket } of connections) (await socket).destroy();
  if (wrongStatus !== null) throw new Error(`${url.href} answered ${String(wrongStatus)}`);
  const waiting = connections.filter(({ askedAt }) => askedAt !== Infinity);
  return [...latencies, ...waiting.map(({ askedAt }) => performance.now() - askedAt)];
};
