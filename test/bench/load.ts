import { connect, type Socket } from 'node:net';

const CONNECTIONS = 16;
const HEAD_END = '\r\n\r\n';
/** All of an answer's head comes with its first bytes, and they alone are read as text. */
const HEAD_MAX_BYTES = 2048;
const RECEIVE_BUFFER_BYTES = 65_536;
const LATIN1 = new TextDecoder('latin1');
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/iu;

/** Sends a request again as soon as its answer is whole; calls `onAnswer` for each. */
const keepAsking = (url: URL, onAnswer: (status: number) => void): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const request = `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`;
    let status = 0;
    let missing = 0;
    const receive = (size: number, buffer: Uint8Array): boolean => {
      if (missing === 0) {
        const head = LATIN1.decode(buffer.subarray(0, Math.min(size, HEAD_MAX_BYTES)));
        status = Number(head.slice(9, 12));
        missing = head.indexOf(HEAD_END) + HEAD_END.length + Number(CONTENT_LENGTH.exec(head)?.[1]);
      }
      missing -= size;
      if (missing > 0) return true;
      onAnswer(status);
      missing = 0;
      socket.write(request);
      return true;
    };
    const socket = connect({
      port: Number(url.port),
      host: url.hostname,
      noDelay: true,
      // One buffer for all that comes: to make one for each piece would cost more than the rest.
      onread: { buffer: Buffer.alloc(RECEIVE_BUFFER_BYTES), callback: receive },
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.write(request);
      resolve(socket);
    });
  });

/**
 * Loads a URL over 16 connections and gives the requests answered in a second. Plain sockets cost the measuring side
 * far less than an HTTP client would, so that the server's limit is what shows.
 * @throws Error when an answer is not 200.
 */
export const measureRate = async (url: URL, durationMs: number): Promise<number> => {
  let answers = 0;
  let wrongStatus: number | null = null;
  const start = performance.now();
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      keepAsking(url, (status) => {
        answers += 1;
        if (status !== 200) wrongStatus = status;
      }),
    ),
  );
  await new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
  const seconds = (performance.now() - start) / 1000;
  const counted = answers;
  for (const socket of sockets) socket.destroy();
  if (wrongStatus !== null) throw new Error(`${url.href} answered ${String(wrongStatus)}`);
  return counted / seconds;
};
