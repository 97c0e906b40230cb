import { createServer, type IncomingMessage } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { TintypeApi } from '../../../src/client/api.ts';
import { bearerCredentials, keyCredentials } from '../../../src/client/credentials.ts';
import { ConnectionError } from '../../../src/client/errors.ts';
import { listenLocally, readAll } from '../../support/local-server.ts';

const DEVICE = { platform: 'android', version: '1.4.0' } as const;

describe('a file that is sent', () => {
  const FILE = {
    filename: 'large.jpg',
    mimeType: 'image/jpeg',
    bytes: new Uint8Array(300_000).fill(65),
    visibility: 'public',
  } as const;
  const QUEUED = { id: 'q', status: 'pending' };
  const credentials = bearerCredentials('token', DEVICE);

  it('reports progress in Node, and sends Content-Length', async () => {
    const requests: [IncomingMessage['headers'], number][] = [];
    const server = await listenLocally(
      createServer((request, response) => {
        void readAll(request).then((text) => {
          requests.push([request.headers, text.length]);
          return response.end(JSON.stringify({ code: 0, data: QUEUED }));
        });
      }),
    );
    const shares: number[] = [];
    try {
      const api = new TintypeApi(server.url, credentials);
      const onSent = (share: number) => shares.push(share);
      await expect(api.submitImage('key', FILE, undefined, onSent)).resolves.toEqual(QUEUED);
    } finally {
      await server.close();
    }
    const [[headers, length] = [{}, 0]] = requests;
    expect(headers).toMatchObject({
      'content-length': String(length),
      'content-type': 'multipart/form-data; boundary=tintype-key',
      'idempotency-key': 'key',
    });
    expect(headers).not.toHaveProperty('transfer-encoding');
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.length).toBeGreaterThan(4);
    expect(shares.at(-1)).toBe(1);
  });

  it('is sent again when the credentials had to be renewed', async () => {
    const answers = [Response.json({ code: 4036 }, { status: 403 })];
    const keys: (string | null)[] = [];
    const renewed = { ...credentials, renews: 4036 };
    const api = new TintypeApi('https://images.example', renewed, async (_, init) => {
      keys.push(new Headers(init?.headers).get('Idempotency-Key'));
      return answers.shift() ?? Response.json({ code: 0, data: QUEUED });
    });
    await expect(api.submitImage('key', FILE)).resolves.toEqual(QUEUED);
    expect(keys).toEqual(['key', 'key']);
  });

  /** The part of XMLHttpRequest in use. */
  class FakeXhr extends EventTarget {
    static answer: { status: number; body: string } | null = null;
    static last: FakeXhr | null = null;
    readonly upload = new EventTarget();
    readonly headers = new Map<string, string>();
    status = 0;
    responseText = '';
    withCredentials = false;
    opened: string[] = [];
    body = new Uint8Array();

    open(...opened: string[]): void {
      this.opened = opened;
      FakeXhr.last = this;
    }
    setRequestHeader(name: string, value: string): void {
      this.headers.set(name, value);
    }
    getAllResponseHeaders(): string {
      return 'content-type: application/json\r\nretry-after: 7\r\n';
    }
    send(body: Uint8Array<ArrayBuffer>): void {
      this.body = body;
      const half = Object.assign(new Event('progress'), { loaded: body.length / 2 });
      this.upload.dispatchEvent(half);
      if (FakeXhr.answer === null) return;
      this.upload.dispatchEvent(new Event('load'));
      this.status = FakeXhr.answer.status;
      this.responseText = FakeXhr.answer.body;
      this.end(this.status === 0 ? 'error' : 'load');
    }
    abort(): void {
      this.end('abort');
    }
    private end(type: string): void {
      this.dispatchEvent(new Event(type));
      this.dispatchEvent(new Event('loadend'));
    }
  }

  const sendFromPage = async (
    answer: typeof FakeXhr.answer,
    signal?: AbortSignal,
    using = credentials,
  ) => {
    FakeXhr.answer = answer;
    vi.stubGlobal('XMLHttpRequest', FakeXhr);
    const shares: number[] = [];
    const api = new TintypeApi('https://images.example', using);
    const sent: unknown = await api
      .submitImage('key', FILE, signal, (share) => shares.push(share))
      .catch((error: unknown) => error);
    return { sent, shares, request: FakeXhr.last };
  };

  it('reports progress in a page, and returns the answer as fetch does', async () => {
    const body = JSON.stringify({ code: 0, data: QUEUED });
    const { sent, shares, request } = await sendFromPage({ status: 202, body });
    expect(sent).toEqual(QUEUED);
    expect(shares).toEqual([0.5, 1]);
    expect(request?.opened).toEqual(['POST', 'https://images.example/api/v1/images/']);
    expect(request?.withCredentials).toBe(true);
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      Authorization: 'Bearer token',
      'Idempotency-Key': 'key',
    });
    expect(request?.body.length).toBeGreaterThan(FILE.bytes.length);

    const busy = await sendFromPage({ status: 503, body: JSON.stringify({ code: 1001 }) });
    expect(busy.sent).toMatchObject({ status: 503, code: 1001, retryAfterMs: 7000 });
    const empty = await sendFromPage({ status: 204, body: '' });
    expect(empty.sent).toMatchObject({ status: 204, code: 0 });
    for (const status of [0, 999]) {
      const { sent: broken } = await sendFromPage({ status, body: '' });
      expect(broken).toBeInstanceOf(ConnectionError);
    }
  });

  it('goes without cookies from a page that has a key', async () => {
    const body = JSON.stringify({ code: 0, data: QUEUED });
    const answer = { status: 202, body };
    const { sent, request } = await sendFromPage(answer, undefined, keyCredentials('tint_1'));
    expect(sent).toEqual(QUEUED);
    expect(request?.withCredentials).toBe(false);
  });

  it('aborts immediately in a page', async () => {
    const giveUp = new AbortController();
    setTimeout(() => giveUp.abort(new Error('enough')), 1);
    const { sent, shares } = await sendFromPage(null, giveUp.signal);
    expect(sent).toMatchObject({ message: 'enough' });
    expect(shares).toEqual([0.5]);
  });

  it('reports progress at the end in a browser without upload progress', async () => {
    vi.stubGlobal('location', new URL('https://images.example'));
    const bodies: unknown[] = [];
    const shares: number[] = [];
    const api = new TintypeApi('https://images.example', credentials, async (_, init) => {
      bodies.push(init?.body);
      return Response.json({ code: 0, data: QUEUED });
    });
    await api.submitImage('key', FILE, undefined, (share) => shares.push(share));
    expect(bodies).toEqual([expect.any(Uint8Array)]);
    expect(shares).toEqual([1]);
  });
});
