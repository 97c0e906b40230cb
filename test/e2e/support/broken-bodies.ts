import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { makeContainer, prepareUpload, uploadClient } from '../../support/uploads.ts';
import type { Server } from './server.ts';

/** Vars of a server with short stall timeouts. */
export const IMPATIENT = {
  BODY_IDLE_TIMEOUT_MS: '1500',
  UPLOAD_PART_SLOW_MS: '1500',
  UPLOAD_CONCURRENT_PARTS_PER_USER: '1',
};

const PART_BYTES = 2_097_152;

interface SignedIn {
  readonly server: Pick<Server, 'baseUrl' | 'log'>;
  readonly token: string;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  /** The declared length; the sent body may be shorter. */
  readonly length: number;
  readonly sent: Uint8Array;
}

/** Declares the tests of incomplete bodies, for an `IMPATIENT` server of the caller's own. */
export const holdBrokenBodies = (signedIn: () => SignedIn): void => {
  describe('a stalled body', () => {
    it.each([0, 1, 500_000])(
      'after %i bytes of a part is refused with 3006, and its place is free',
      async (sent) => {
        const client = clientOf(signedIn());
        const { id, body, request } = await openPart(client);
        const socket = await send(signedIn(), request(sent));
        expect(await readCode(socket)).toBe(3006);
        expect((await client.put(id, 'master', body)).code).toBe(0);
        socket.destroy();
        await client.cancel(id);
      },
    );

    it('of JSON is refused with 3000', async () => {
      const socket = await send(signedIn(), json('/api/v1/uploads/status'));
      expect(await readCode(socket)).toBe(3000);
      socket.destroy();
    });

    it('of a request that is refused anyway does not delay the refusal', async () => {
      const { request } = await openPart(clientOf(signedIn()));
      const socket = await send(signedIn(), {
        ...request(100),
        path: '/api/v1/uploads/nobody/parts/master',
      });
      expect(await readCode(socket)).toBe(4043);
      socket.destroy();
    });
  });

  it('an aborted body leaves no error in the log, and its place is free', async () => {
    const client = clientOf(signedIn());
    const { id, body, request } = await openPart(client);
    for (const sent of [0, 100, 1_500_000]) {
      (await send(signedIn(), request(sent))).destroy();
      (await send(signedIn(), json('/api/v1/uploads/status'))).destroy();
      (await send(signedIn(), json('/api/v1/auth/login'))).destroy();
    }
    await expect
      .poll(async () => (await client.put(id, 'master', body)).code, { timeout: 10_000 })
      .toBe(0);
    // Only the development server's proxy logs broken connections, not the Worker.
    expect(signedIn().server.log()).not.toMatch(/"level":"error"|Uncaught/u);
  });
};

/** Sends the head of a request and part of its body over a raw socket. */
const send = async (
  { server, token }: SignedIn,
  { method, path, type, length, sent }: Request,
): Promise<Socket> => {
  const { hostname, port } = new URL(server.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(
    [
      `${method} ${path} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${token}`,
      `Content-Type: ${type}`,
      `Content-Length: ${String(length)}`,
      '\r\n',
    ].join('\r\n'),
  );
  await new Promise((resolve) => socket.write(sent, resolve));
  return socket;
};

/** The code of the answer that arrives while the request is still open. */
const readCode = (socket: Socket): Promise<number> =>
  new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const code = /"code":(\d+)/u.exec(text)?.[1];
      if (code !== undefined) resolve(Number(code));
    });
    socket.on('close', () => resolve(-1));
  });

const clientOf = ({ server, token }: SignedIn) =>
  uploadClient({ fetch: (path, init) => fetch(server.baseUrl + path, init) }, { bearer: token });

const openPart = async (client: ReturnType<typeof clientOf>) => {
  const upload = await prepareUpload({
    bodies: { master: makeContainer(3000, 2000, PART_BYTES) },
  });
  const { data } = await client.create(upload.manifest);
  const body = upload.bodies.master;
  const request = (sent: number): Request => ({
    method: 'PUT',
    path: `/api/v1/uploads/${data.upload_id}/parts/master`,
    type: 'image/webp',
    length: PART_BYTES,
    sent: body.subarray(0, sent),
  });
  return { id: String(data.upload_id), body, request };
};

const json = (path: string): Request => ({
  method: 'POST',
  path,
  type: 'application/json',
  length: 1000,
  sent: new TextEncoder().encode('{"upload_ids":['),
});
