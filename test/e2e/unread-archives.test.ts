import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabases } from '../../src/worker/db/open-databases.ts';
import { libraryStatements } from '../support/library.ts';
import { runBatch, statement } from '../support/sql.ts';
import { startOwnServer } from './console/support/own-server.ts';
import { signIn } from './support/sign-in.ts';

const IMAGES = 20;
const MASTER_BYTES = 4_000_000;
const CONNECTIONS = 100;
/** Beside archives without a bound, a caller waits longer. */
const TOO_LONG_MS = 5000;

let server: Awaited<ReturnType<typeof startOwnServer>>;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startOwnServer();
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

const seedLibrary = async (token: string): Promise<void> => {
  const me = await fetch(`${server.baseUrl}/api/v1/auth/me`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { data } = (await me.json()) as { data: { id: number } };
  const { db } = openDatabases(await server.runtime.getD1Database('DB'));
  await runBatch(db, [
    ...libraryStatements({ userId: data.id, count: IMAGES, from: 1 }),
    statement(
      `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
       SELECT image_file_id, 'master', 'library/' || id, 'image/webp', 64, printf('%064d', id), 1, 1, 0 FROM images`,
    ),
  ]);
  const bucket = await server.runtime.getR2Bucket('BUCKET');
  for (let id = 1; id <= IMAGES; id += 1) {
    await bucket.put(`library/${String(id)}`, new Uint8Array(MASTER_BYTES));
  }
};

/** Opens an archive, and reads no more than its status. */
const openUnread = (token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { host, port } = new URL(server.baseUrl);
    const socket = connect(Number(port), 'localhost');
    sockets.push(socket);
    socket.on('error', reject);
    socket.once('data', (head) => {
      socket.pause();
      resolve(Number(head.toString('latin1').split(' ')[1]));
    });
    socket.write(
      `GET /api/v1/user/archive HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
  });

it('a hundred archives that nobody reads leave other callers their time', async () => {
  const [token, other] = [await signIn(server), await signIn(server)];
  await seedLibrary(token);
  const opening = Promise.all(Array.from({ length: CONNECTIONS }, () => openUnread(token)));
  const waits: number[] = [];
  for (let call = 0; call < 10; call += 1) {
    const began = performance.now();
    const answer = await fetch(`${server.baseUrl}/api/v1/user/archive`, {
      headers: { Authorization: `Bearer ${other}` },
    });
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    waits.push(performance.now() - began);
  }
  const statuses = await opening;
  expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(CONNECTIONS - 4);
  expect(Math.max(...waits)).toBeLessThan(TOO_LONG_MS);
});
