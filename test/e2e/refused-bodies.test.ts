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

const withTail = (file: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> => {
  const longer = new Uint8Array(bytes);
  longer.set(file);
  return longer;
};

/** A sending for each refusal of a part. */
const makeSendings = (uploadId: string, size: number): Readonly<Record<string, Sending>> => {
  const path = `/api/v1/uploads/${uploadId}/parts/master`;
  const webp = { 'Content-Type': 'image/webp' };
  const headers = { Authorization: `Bearer ${token}`, ...webp };
  const noise = new Uint8Array(size).fill(0xa5);
  return {
    'signed out': { path, body: noise, headers: webp },
    'no such session': { path: '/api/v1/uploads/nobody/parts/master', body: noise, headers },
    'another length': { path, body: noise.subarray(2), headers },
    'no WebP': { path, body: noise, headers },
    'another size of picture': { path, body: makeContainer(3000, 2001, size), headers },
    'trailing bytes': { path, body: withTail(makeContainer(3000, 2000, 26), size), headers },
    'another hash': { path, body: makeContainer(3000, 2000, size, 99), headers },
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
    const sendings = Object.entries(makeSendings(String(data.upload_id), size));
    for (const [name, send] of Object.entries(CLIENTS)) {
      const codes: Record<string, number> = {};
      for (const [refusal, sending] of sendings) codes[refusal] = await send(sending);
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
