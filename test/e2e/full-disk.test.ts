import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeContainer, prepareUpload, uploadClient } from '../support/uploads.ts';
import { startOwnServer } from './console/support/own-server.ts';
import { signIn } from './support/sign-in.ts';

const PART_BYTES = 8_000_000;
/** Enough for the databases. */
const LEFT_BYTES = 4_000_000;
const SLOW_MS = 2000;
const persistTo = mkdtempSync(join(tmpdir(), 'tintype-full-'));
const filler = join(persistTo, 'filler');

const mount = (): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', persistTo], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
};

/** Needs root. */
const isMounted = mount();
let server: Awaited<ReturnType<typeof startOwnServer>>;

beforeAll(async () => {
  if (!isMounted) return;
  const vars = () => ({ UPLOAD_PART_SLOW_MS: String(SLOW_MS) });
  server = await startOwnServer({ persistTo: join(persistTo, 'state'), vars });
});

afterAll(async () => {
  if (isMounted) {
    await server.stop();
    execFileSync('umount', [persistTo]);
  }
  rmSync(persistTo, { recursive: true, force: true });
});

describe.skipIf(!isMounted)('on a full disk', () => {
  it('a part is refused soon, and stored once there is room', async () => {
    const client = uploadClient(
      { fetch: (path, init) => fetch(server.baseUrl + path, init) },
      { bearer: await signIn(server) },
    );
    const master = makeContainer(3000, 2000, PART_BYTES);
    const { manifest } = await prepareUpload({ bodies: { master } });
    const { data } = await client.create(manifest);
    const { bavail, bsize } = statfsSync(persistTo);
    writeFileSync(filler, new Uint8Array(bavail * bsize - LEFT_BYTES));
    const start = Date.now();
    expect(await client.put(data.upload_id, 'master', master)).toMatchObject({
      status: 500,
      code: 1000,
    });
    // Its limit without the watch of the bucket is 120 seconds.
    expect(Date.now() - start).toBeLessThan(60_000);
    rmSync(filler);
    expect(await client.put(data.upload_id, 'master', master)).toMatchObject({ status: 200 });
  });
});
