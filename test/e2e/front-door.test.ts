import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listRuntimeHeaders } from '../../scripts/support/check-front-door.ts';
import { CRON_PATH } from '../../scripts/support/cron.ts';
import { ask, RUNTIME_PATHS } from './support/runtime-paths.ts';
import { useSharedServer } from './support/use-shared-server.ts';

const REPORTS_PER_MINUTE = 20;

/** Sends raw bytes, and returns the whole answer. */
const sendRaw = (baseUrl: string, request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let answer = '';
    socket
      .setEncoding('latin1')
      .on('data', (text: string) => {
        answer += text;
        // Each body has at most one line.
        if (/\r\n\r\n[\s\S]*\S/u.test(answer)) socket.destroy();
      })
      .on('error', reject)
      .on('close', () => resolve(answer));
  });

const head = (...lines: readonly string[]): string =>
  ['GET /health HTTP/1.1', 'Host: localhost', ...lines, '\r\n'].join('\r\n');

/** Databases of a running server remove their journals at any time: one that is gone holds nothing. */
const readIfKept = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
};

const HEADERS_OF_2000 = Array.from({ length: 2_000 }, (_, index) => String(index));

/** Local paths, stack traces, or messages of the runtime. */
const INTERNALS =
  /node_modules|\/(?:home|root|tmp|work)\/|\n\s+at |\.[cm]?[jt]s:\d|c\+\+|exception/iu;

describe('npm start', () => {
  const server = useSharedServer();

  it.each(RUNTIME_PATHS)('answers %s like any unknown path', async (path) => {
    for (const method of ['GET', 'POST']) {
      const { status, text } = await ask(server.baseUrl, path, {}, { method });
      expect([status, JSON.parse(text)]).toEqual([404, expect.objectContaining({ code: 4041 })]);
    }
  });

  it('does not run the cron for a guessed secret', async () => {
    for (const secret of ['', 'guess']) {
      const { status } = await ask(server.baseUrl, CRON_PATH, { 'X-Tintype-Cron-Secret': secret });
      expect(status).toBe(404);
    }
  });

  it.each(listRuntimeHeaders())('refuses the header %s, whatever its value', async (name) => {
    for (const value of ['1', 'notjson', '{"clientIp":"192.0.2.1:1"}', 'file:///x']) {
      const { status, text } = await ask(server.baseUrl, '/health', { [name]: value });
      expect([status, text]).toEqual([400, `The header ${name.toLowerCase()} is not allowed.\n`]);
    }
  });

  it.each(['InspectorProxyWorker', 'ProxyWorker', 'tintype', 'front-door', ''])(
    'exposes neither the Worker %j nor its debugger',
    async (worker) => {
      const route = { 'MF-Route-Override': worker || 'core:entry' };
      for (const path of ['/json', '/json/list', '/json/version', '/health', CRON_PATH]) {
        expect((await ask(server.baseUrl, path, route)).status).toBe(400);
      }
      const answer = await sendRaw(
        server.baseUrl,
        head(
          `MF-Route-Override: ${worker || 'core:entry'}`,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 /u);
    },
  );

  it.each([
    ['2,000 headers', head(...HEADERS_OF_2000.map((n) => `X-${n}: ${n}`)), 431],
    ['2,000 headers of one name', head(...HEADERS_OF_2000.map((n) => `X-Same: ${n}`)), 431],
    ['2,000 headers without a value', head(...HEADERS_OF_2000.map((n) => `X-${n}:`)), 431],
    ['a header of 40 KB', head(`X-Long: ${'a'.repeat(40_000)}`), 431],
    ['a header of 1 MB', head(`X-Long: ${'a'.repeat(1_000_000)}`), 431],
    ['an address of 1 MB', `GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['a header without a colon', head('MF-Route-Override'), 400],
    ['a header with a space before its colon', head('MF-Route-Override : tintype'), 400],
    ['a folded header', head('X-Folded: a', ' MF-Route-Override: tintype'), 400],
    ['a Host that is none', 'GET /health HTTP/1.1\r\nHost: [::1\r\n\r\n', 400],
    ['a Host of other characters', "GET /health HTTP/1.1\r\nHost: a{b'*\r\n\r\n", 400],
    ['an asterisk as its address', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['no Host', 'GET /health HTTP/1.1\r\n\r\n', 400],
    ['a file as its address', 'GET file:///etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a length below zero', head('Content-Length: -5'), 400],
    ['no HTTP', 'junk\r\n\r\n', 400],
  ])('refuses a request with %s, and shows nothing of itself', async (_case, request, status) => {
    const answer = await sendRaw(server.baseUrl, request);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `, 'u'));
    expect(answer).not.toMatch(INTERNALS);
  });

  // The runtime answers before the front door.
  it.each(['example.com:443', 'localhost', '/health'])(
    'opens no tunnel to %s, and shows nothing of itself',
    async (target) => {
      const answer = await sendRaw(
        server.baseUrl,
        `CONNECT ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 500 /u);
      expect(answer).not.toMatch(INTERNALS);
    },
  );

  // Other systems have only one loopback address.
  it.runIf(process.platform === 'linux')(
    'counts by the sender’s address, whatever address the request claims',
    async () => {
      const { port } = new URL(server.baseUrl);
      const report = async (localAddress: string, named: string): Promise<number> => {
        const headers = { 'Content-Type': 'application/json', 'CF-Connecting-IP': named };
        const body = JSON.stringify({ kind: 'error', message: 'of a test' });
        const options = { method: 'POST', body, localAddress };
        const path = '/api/v1/public/client-errors';
        return (await ask(`http://127.0.0.1:${port}`, path, headers, options)).status;
      };
      for (let count = 1; count <= REPORTS_PER_MINUTE; count += 1) {
        expect(await report('127.0.5.1', `192.0.2.${String(count)}`)).toBe(200);
      }
      expect(await report('127.0.5.1', '192.0.2.200')).toBe(429);
      expect(await report('127.0.5.2', '127.0.5.1')).toBe(200);
    },
  );

  it('keeps no record of requests: no file of its state contains a query', async () => {
    const mark = `mark-${crypto.randomUUID()}`;
    await ask(server.baseUrl, `/i/unknown.webp?token=${mark}`);
    await ask(server.baseUrl, `/api/v1/images?token=${mark}`);
    const files = readdirSync(server.persistTo, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    );
    const paths = files.map((entry) => join(entry.parentPath, entry.name));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => /observability|explorer|trace/iu.test(path))).toEqual([]);
    expect(paths.filter((path) => readIfKept(path).includes(mark))).toEqual([]);
  });
});
