import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEquallyLong, makePng } from '../support/craft-images.ts';
import { filePart, legacyClient, makeForm } from '../support/legacy.ts';
import { startOwnServer } from './console/support/own-server.ts';
import { signIn } from './support/sign-in.ts';
import { sendSlowly, type SlowSender } from './support/slow-sender.ts';

/** Just above the least rate of an upload. */
const SLOW_BYTES_PER_SECOND = 10_000;
const UPLOADS = 59;
const AT_A_TIME = 2;
const run = promisify(execFile);

let server: Awaited<ReturnType<typeof startOwnServer>>;
const senders: SlowSender[] = [];

beforeAll(async () => {
  server = await startOwnServer({
    vars: () => ({
      V2_UPLOAD_ENABLED: 'false',
      UPLOAD_SESSIONS_PER_MINUTE: '100000',
      UPLOAD_ACTIVE_SESSIONS_PER_USER: '100',
    }),
  });
});

afterAll(async () => {
  for (const sender of senders) sender.stop();
  await server.stop();
});

const clientOf = (token: string) =>
  legacyClient({ fetch: (path, init) => fetch(server.baseUrl + path, init) }, { bearer: token });

const upload = async (token: string): Promise<number> =>
  (await clientOf(token).upload(makePng())).status;

/** Uploads as a console does, two at a time; returns their statuses. */
const uploadMany = async (token: string): Promise<number[]> => {
  const statuses: number[] = [];
  let begun = 0;
  const work = async (): Promise<void> => {
    while (begun < UPLOADS) {
      begun += 1;
      statuses.push(await upload(token));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return statuses;
};

describe('slow uploads', () => {
  it('of one account keep no file of another one out', async () => {
    const [slow, quick] = [await signIn(server), await signIn(server)];
    expect(await upload(quick)).toBe(202);
    for (let count = 0; count < 2; count += 1) {
      senders.push(sendSlowly(server, slow, SLOW_BYTES_PER_SECOND));
    }
    await sleep(1000);
    expect(await uploadMany(quick)).toEqual(Array.from({ length: UPLOADS }, () => 202));
    const codes = senders.flatMap((sender) => sender.codes);
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set([4291]));
    for (const sender of senders) sender.stop();
  });

  it('of two accounts give way to a third one', async () => {
    const tokens = [await signIn(server), await signIn(server)];
    senders.push(...tokens.map((token) => sendSlowly(server, token, SLOW_BYTES_PER_SECOND)));
    const third = await signIn(server);
    await sleep(1000);
    for (let count = 0; count < 3; count += 1) expect(await upload(third)).toBe(202);
    for (const sender of senders) sender.stop();
  });

  it('whose connections break leave their places free', async () => {
    const token = await signIn(server);
    for (let count = 0; count < 6; count += 1) {
      const sender = sendSlowly(server, token, 200_000);
      await sleep(300);
      sender.stop();
    }
    // The service notices a broken connection a moment later.
    await expect.poll(() => Promise.all([upload(token), upload(token)])).toEqual([202, 202]);
  });
});

describe('forms of curl', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-forms-'));
  const file = join(folder, 'photo.png');
  let token: string;

  beforeAll(async () => {
    writeFileSync(file, makePng(5, 5, 400_000));
    token = await signIn(server);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const post = async (...fields: string[]) => {
    const args = fields.flatMap((field) => ['-F', field]);
    const url = `${server.baseUrl}/api/v1/images/`;
    const { stdout } = await run('curl', [
      '-sS',
      '-H',
      `Authorization: Bearer ${token}`,
      ...args,
      url,
    ]);
    return JSON.parse(stdout) as { code: number; message: string };
  };

  it('with an encoded file are refused with the cause', async () => {
    const answer = await post(`file=@${file};encoder=base64`);
    expect(answer.code).toBe(3000);
    expect(answer.message).toContain('Content-Transfer-Encoding');
  });

  it('with a long text, or a file as text, are refused at once, four at a time', async () => {
    const answers = await Promise.all([
      post(`description=<${file}`),
      post(`file=<${file}`),
      post(`description=<${file}`, `file=@${file}`),
      post(`file=<${file}`, 'title=x'),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([3000, 3000, 3000, 3000]);
    expect((await post('title=x', `file=@${file}`, 'description=y')).code).toBe(0);
  });
});

it('a key with another file of the same length is refused with 4091, and with the same file not', async () => {
  const client = clientOf(await signIn(server));
  const key = crypto.randomUUID();
  const [first, second] = makeEquallyLong();
  const send = (file: Uint8Array) => client.sendForm(makeForm([filePart(file)]), { key });
  const stored = await send(first);
  expect(stored.status).toBe(202);
  expect(await send(second)).toMatchObject({ status: 409, code: 4091 });
  expect(await send(first)).toMatchObject({ status: 200, data: { id: stored.data.id } });
});
