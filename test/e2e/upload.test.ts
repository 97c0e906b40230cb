import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createNodeCodecs } from '../../src/client/node/node-codecs.ts';
import {
  cookieCredentials,
  deviceCredentials,
  memoryResumeStore,
  TintypeApi,
  uploadImage,
  type DeviceState,
  type UploadOptions,
} from '../../src/client/index.ts';
import { inspectWebp } from '../../src/imaging/webp/walker.ts';
import { drawSource } from '../support/draw.ts';
import { listenLocally, readAll } from '../support/local-server.ts';
import { breakingProxy } from './support/breaking-proxy.ts';
import { insertPerson, PASSWORD } from './support/insert-person.ts';
import { runCommand } from './support/server.ts';
import { useSharedServer } from './support/use-shared-server.ts';

const ACCOUNT = { username: 'ada', password: PASSWORD };
/** Wider than its publication. */
const LARGE = { width: 2100, height: 400 };
/** Its parts take many packets. */
const MIDDLE = { width: 900, height: 600 };
const SMALL = { width: 300, height: 200 };

const codecs = createNodeCodecs();
const server = useSharedServer();

const draw = (seed: number, size = SMALL) => drawSource(codecs, seed, size);

const signIn = async (baseUrl = server.baseUrl, fetcher?: typeof fetch): Promise<TintypeApi> => {
  const api = new TintypeApi(baseUrl, cookieCredentials(), fetcher);
  await api.login(ACCOUNT);
  return api;
};

const optionsFor = (api: TintypeApi): UploadOptions => ({
  api,
  codecs,
  filename: 'photograph.webp',
  visibility: 'public',
});

beforeAll(() => {
  insertPerson(server, ACCOUNT);
});

describe('the upload client', () => {
  it('publishes an image with a WebP of the right size, and reports all progress', async () => {
    const fractions: number[] = [];
    const image = await uploadImage(await draw(1, LARGE), {
      ...optionsFor(await signIn()),
      onProgress: ({ fraction }) => fractions.push(fraction),
    });
    const response = await fetch(`${server.baseUrl}/i/${image.asset_link}.webp`);
    expect(response.headers.get('Content-Type')).toBe('image/webp');
    const published = inspectWebp(new Uint8Array(await response.arrayBuffer()));
    expect(published).toMatchObject({ ok: true, value: { width: 2048, height: 390 } });
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
  });

  it('resumes after every connection has broken', async () => {
    const store = memoryResumeStore();
    const source = await draw(2);
    const arrived: string[] = [];
    let online = true;
    const api = await signIn(server.baseUrl, async (input, init) => {
      const { pathname } = new URL(new Request(input).url);
      if (!online) throw new TypeError('network down');
      const response = await fetch(input, init);
      if (init?.method === 'PUT') {
        arrived.push(pathname);
        online = false;
      }
      return response;
    });
    const scheduler = { now: () => Date.now(), random: () => 0, sleep: async () => undefined };
    await expect(uploadImage(source, { ...optionsFor(api), store, scheduler })).rejects.toThrow(
      'did not answer',
    );
    online = true;

    const sentAgain: string[] = [];
    const later = await signIn(server.baseUrl, async (input, init) => {
      if (init?.method === 'PUT') sentAgain.push(new URL(new Request(input).url).pathname);
      return fetch(input, init);
    });
    const image = await uploadImage(source, { ...optionsFor(later), store });
    expect(arrived.length).toBeGreaterThan(0);
    expect(arrived[0]).toContain(image.upload_id);
    expect(sentAgain.filter((path) => arrived.includes(path))).toEqual([]);
    expect(sentAgain.length).toBeGreaterThan(0);
  });

  it('succeeds over a network that breaks connections during transfers', async () => {
    const proxy = await breakingProxy(new URL(server.baseUrl), 4);
    try {
      const api = await signIn(proxy.url);
      const image = await uploadImage(await draw(3, MIDDLE), optionsFor(api));
      expect(image.image_id).toBeGreaterThan(0);
      expect(proxy.broken()).toBe(4);
    } finally {
      proxy.close();
    }
  });

  it('cancels the session on the server when it is aborted', async () => {
    const abort = new AbortController();
    const api = await signIn();
    let uploadId = '';
    const watched = new Proxy(api, {
      get: (target, name) => {
        const member = Reflect.get(target, name, target) as unknown;
        if (name !== 'createUpload' || typeof member !== 'function') {
          return typeof member === 'function' ? member.bind(target) : member;
        }
        return async (...args: Parameters<TintypeApi['createUpload']>) => {
          const session = await target.createUpload(...args);
          uploadId = session.upload_id;
          abort.abort(new Error('enough'));
          return session;
        };
      },
    });
    const upload = uploadImage(await draw(4), { ...optionsFor(watched), signal: abort.signal });
    await expect(upload).rejects.toThrow('enough');
    const readStatus = async () => (await api.readUpload(uploadId)).status;
    await expect.poll(readStatus, { timeout: 10_000 }).toBe('cancelled');
  });
});

describe('the upload client on a device', () => {
  const CLIENT = { platform: 'android', version: '1.4.0' } as const;
  const DEVICE = { device_id: 'phone-1', name: 'A phone' };

  it('signs in once, renews sessions, publishes a photograph, and ends', async () => {
    let kept: DeviceState | null = null;
    const onChange = (state: DeviceState) => {
      kept = state;
    };
    const first = new TintypeApi(server.baseUrl, deviceCredentials(CLIENT, { onChange }));
    await first.loginDevice({ ...ACCOUNT, device: DEVICE });

    const later = deviceCredentials(CLIENT, { state: kept, onChange });
    const api = new TintypeApi(server.baseUrl, later);
    await api.bootstrapDevice();
    await api.sendHeartbeat();
    const image = await uploadImage(await draw(6), optionsFor(api));
    const response = await fetch(`${server.baseUrl}/i/${image.asset_link}.webp`);
    expect(inspectWebp(await response.bytes())).toMatchObject({ ok: true, value: SMALL });

    await api.shutDownDevice();
    await expect(api.readRecipe()).rejects.toMatchObject({ status: 401, code: 4010 });
    // The login has its own session, and the identity opens more.
    await expect(first.readRecipe()).resolves.toMatchObject({ v2_enabled: true });
    await api.bootstrapDevice();
    await expect(api.readRecipe()).resolves.toMatchObject({ v2_enabled: true });
  });
});

describe('npm run upload', () => {
  it('prints a link for each file, and fails when one is refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tintype-upload-'));
    try {
      const [good, bad] = [join(folder, 'good.webp'), join(folder, 'bad.jpg')];
      await writeFile(good, await draw(5));
      await writeFile(bad, 'no image');
      const args = ['--url', server.baseUrl, '--username', ACCOUNT.username];
      const env = { TINTYPE_PASSWORD: ACCOUNT.password, XDG_STATE_HOME: folder };
      const run = await runCommand('upload', [...args, '--private', good, bad], env);
      expect(run.exitCode).toBe(1);
      expect(run.output).toMatch(/good\.webp {2}http:\S+\/i\/\w{12}S\.webp/u);
      expect(run.output).toMatch(/bad\.jpg {2}failed: /u);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('npm run upload with a captcha', () => {
  it('sends answers for registration and sign-in, and explains a missing one', async () => {
    const bodies: unknown[] = [];
    const answer = (path: string | undefined, body: { captcha?: { token?: string } }): object => {
      bodies.push([path, body.captcha]);
      const code = body.captcha?.token === undefined ? 2009 : 0;
      return { code, message: 'Captcha validation failed', data: {} };
    };
    const guarded = await listenLocally(
      createHttpServer((request, response) => {
        void readAll(request).then((text) =>
          response.end(JSON.stringify(answer(request.url, JSON.parse(text || '{}')))),
        );
      }),
    );
    const solve = (token: string) => ({ provider: 'provider_b', token });
    const env = { TINTYPE_PASSWORD: ACCOUNT.password };
    const args = ['--url', guarded.url, '--username', 'ada', '--register', 'ada@example.org'];
    const captchas = ['first', 'second'].flatMap((token) => [
      '--captcha',
      JSON.stringify(solve(token)),
    ]);
    try {
      await runCommand('upload', [...args, ...captchas, import.meta.filename], env);
      expect(bodies.slice(0, 2)).toEqual([
        ['/api/v1/auth/register', solve('first')],
        ['/api/v1/auth/login', solve('second')],
      ]);
      const refused = await runCommand('upload', [...args, import.meta.filename], env);
      expect(refused).toMatchObject({ exitCode: 1, output: expect.stringContaining('--captcha') });
    } finally {
      await guarded.close();
    }
  });
});
