import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeContainer, prepareUpload, uploadClient } from '../support/uploads.ts';
import { signIn } from './support/sign-in.ts';
import { useSharedServer } from './support/use-shared-server.ts';

const MIB = 1_048_576;
const run = promisify(execFile);

const server = useSharedServer();
let token: string;
const folder = mkdtempSync(join(tmpdir(), 'tintype-bodies-'));

beforeAll(async () => {
  token = await signIn(server);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Sending {
  readonly path: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Record<string, string>;
}

/** Returns the code of the envelope, or fails with the client's error. */
const CLIENTS: Readonly<Record<string, (sending: Sending) => Promise<number>>> = {
  fetch: async ({ path, body, headers }) => {
    const response = await fetch(server.baseUrl + path, { method: 'PUT', body, headers });
    return ((await response.json()) as { code: number }).code;
  },
  curl: async ({ path, body, headers }) => {
    const file = join(folder, 'body');
    writeFileSync(file, body);
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const url = server.baseUrl + path;
    const { stdout } = await run('curl', ['-sS', '-X', 'PUT', '-T', file, ...fields, url]);
    return (JSON.parse(stdout) as { code: number }).code;
  },
};

const noise = (bytes: number): Uint8Array<ArrayBuffer> => new Uint8Array(bytes).fill(0xa5);

const withTail = (file: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> => {
  const longer = new Uint8Array(bytes);
  longer.set(file);
  return longer;
};

/** The codes of all refusals of a part sent by `send`. */
const readCodes = async (
  send: (sending: Sending) => Promise<number>,
  uploadId: string,
  size: number,
) => {
  const path = `/api/v1/uploads/${uploadId}/parts/master`;
  const webp = { 'Content-Type': 'image/webp' };
  const known = { Authorization: `Bearer ${token}`, ...webp };
  return {
    'signed out': await send({ path, body: noise(size), headers: webp }),
    'no such session': await send({
      path: '/api/v1/uploads/nobody/parts/master',
      body: noise(size),
      headers: known,
    }),
    'another length': await send({ path, body: noise(size - 2), headers: known }),
    'no WebP': await send({ path, body: noise(size), headers: known }),
    'another size of picture': await send({
      path,
      body: makeContainer(3000, 2001, size),
      headers: known,
    }),
    'trailing bytes': await send({
      path,
      body: withTail(makeContainer(3000, 2000, 26), size),
      headers: known,
    }),
    'another hash': await send({
      path,
      body: makeContainer(3000, 2000, size, 99),
      headers: known,
    }),
  };
};

describe('fetch and curl read the code of a refused part, and continue the session,', () => {
  it.each([2, 32])('of %i MiB', async (mebibytes) => {
    const size = mebibytes * MIB;
    const client = uploadClient(
      { fetch: (path, init) => fetch(server.baseUrl + path, init) },
      { bearer: token },
    );
    const upload = await prepareUpload({ bodies: { master: makeContainer(3000, 2000, size) } });
    const { data } = await client.create(upload.manifest);
    for (const [name, send] of Object.entries(CLIENTS)) {
      const codes = await readCodes(send, String(data.upload_id), size);
      expect(codes, name).toEqual({
        'signed out': 4010,
        'no such session': 4043,
        'another length': 3005,
        'no WebP': 3003,
        'another size of picture': 3008,
        'trailing bytes': 3003,
        'another hash': 3007,
      });
    }
    expect((await client.put(data.upload_id, 'master', upload.bodies.master)).code).toBe(0);
    await client.cancel(data.upload_id);
  });
});
