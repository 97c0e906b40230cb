import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  cookieCredentials,
  memoryResumeStore,
  TintypeApi,
  uploadImage,
  type UploadOptions,
} from '../../src/client/index.ts';
import { createNodeCodecs } from '../../src/client/node/node-codecs.ts';
import { realScheduler } from '../../src/client/scheduler.ts';
import { encodeJpeg } from '../unit/imaging/fixtures/encoders.ts';
import { paint } from '../unit/imaging/fixtures/images.ts';
import { breakingProxy } from './support/breaking-proxy.ts';
import { insertPerson, PASSWORD } from './support/insert-person.ts';
import { launch, runCommand } from './support/server.ts';
import { useLegacyServer } from './support/use-shared-server.ts';

const ACCOUNT = { username: 'ada', password: PASSWORD };
// Debian's lomiri-wallpapers-20.04; without it, a drawn image.
const PHOTOGRAPH = '/usr/share/backgrounds/Fossa_by_Jasper_Roks.jpg';

const codecs = createNodeCodecs();
const server = useLegacyServer();
let drawn: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  insertPerson(server, ACCOUNT);
  drawn = await draw();
});

/** Detailed enough to take several packets. */
const draw = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await encodeJpeg(paint(900, 600, (x, y) => [x, y, (x * y) % 251, 255])));

/** A client, and the images of its account. */
const signIn = async (baseUrl = server.baseUrl, fetcher?: typeof fetch, account = ACCOUNT) => {
  const credentials = cookieCredentials();
  const api = new TintypeApi(baseUrl, credentials, fetcher);
  await api.login(account);
  const get = async (path: string): Promise<unknown> => {
    const headers = credentials.headers('GET');
    const response = await fetch(`${server.baseUrl}/api/v1${path}`, { headers });
    return ((await response.json()) as { data: unknown }).data;
  };
  return {
    api,
    countNamed: async (filename: string): Promise<number> =>
      ((await get(`/images/?search=${filename}`)) as { images: unknown[] }).images.length,
    readStorage: async (): Promise<number> =>
      ((await get('/user/profile')) as { storage_used: number }).storage_used,
  };
};

const signUp = async (username: string) => {
  insertPerson(server, { username });
  return signIn(server.baseUrl, undefined, { ...ACCOUNT, username });
};

const optionsFor = (api: TintypeApi, filename: string): UploadOptions => ({
  api,
  codecs,
  filename,
  visibility: 'public',
});

describe('with pipeline 2 off,', () => {
  it('npm run upload prints links that answer with the originals’ bytes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tintype-legacy-'));
    const photograph = existsSync(PHOTOGRAPH) ? await readFile(PHOTOGRAPH) : drawn;
    try {
      const [good, bad] = [join(folder, 'Übung.jpg'), join(folder, 'bad.jpg')];
      await writeFile(good, photograph);
      await writeFile(bad, 'no image');
      const args = ['--url', server.baseUrl, '--username', ACCOUNT.username, good, bad];
      const env = { TINTYPE_PASSWORD: ACCOUNT.password, XDG_STATE_HOME: folder };
      const run = await runCommand('upload', args, env);
      expect(run.output).toMatch(/bad\.jpg {2}failed: /u);
      const [, link = ''] = /bung\.jpg {2}(http:\S+\/i\/\w{12})$/mu.exec(run.output) ?? [];
      const response = await fetch(link);
      expect(response.headers.get('Content-Type')).toBe('image/jpeg');
      expect(Buffer.from(await response.bytes()).equals(photograph)).toBe(true);
      expect(await (await signIn()).countNamed('%C3%9Cbung')).toBe(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('the client stores an image once though connections break during its transfer', async () => {
    const proxy = await breakingProxy(new URL(server.baseUrl), 3);
    try {
      const { api, countNamed } = await signIn(proxy.url);
      const scheduler = { ...realScheduler, random: () => 0 };
      const image = await uploadImage(drawn, { ...optionsFor(api, 'broken.jpg'), scheduler });
      expect(image.path).toBe(`/i/${image.unique_link}`);
      expect(proxy.broken()).toBe(3);
      expect(await countNamed('broken')).toBe(1);
    } finally {
      proxy.close();
    }
  });

  it('the client stores an image once though answers are lost and it restarts', async () => {
    const store = memoryResumeStore();
    const posts: number[] = [];
    const losing = await signIn(server.baseUrl, async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'POST' || !new Request(input).url.endsWith('/images/')) return response;
      posts.push(response.status);
      throw new TypeError('the answer was lost');
    });
    const scheduler = { ...realScheduler, sleep: async () => undefined };
    const lost = { ...optionsFor(losing.api, 'resumed.jpg'), store };
    await expect(uploadImage(drawn, { ...lost, scheduler })).rejects.toThrow('did not answer');
    expect(posts).toEqual([202, 200, 200, 200, 200]);

    const { api, countNamed } = await signIn();
    await uploadImage(drawn, { ...optionsFor(api, 'resumed.jpg'), store });
    expect(await countNamed('resumed')).toBe(1);
  });

  it('the client leaves nothing of an upload cancelled during or after transfer', async () => {
    const { api, readStorage } = await signUp('grace');
    for (const [stage, share] of [
      ['send', 0.2],
      ['send', 0.8],
      ['publish', 0.8],
    ] as const) {
      const abort = new AbortController();
      const upload = uploadImage(drawn, {
        ...optionsFor(api, 'cancelled.jpg'),
        signal: abort.signal,
        onProgress: (progress) => {
          const isThere = progress.stage === stage && progress.fraction >= share;
          if (isThere) abort.abort(new Error('enough'));
        },
      });
      await expect(upload).rejects.toThrow('enough');
    }
    await expect.poll(readStorage, { timeout: 12_000 }).toBe(0);
  });

  it('npm run upload leaves nothing when it is interrupted, once or more', async () => {
    const { countNamed, readStorage } = await signUp('hopper');
    const folder = await mkdtemp(join(tmpdir(), 'tintype-legacy-'));
    try {
      const file = join(folder, 'interrupted.jpg');
      await writeFile(file, drawn);
      const args = ['--url', server.baseUrl, '--username', 'hopper', file];
      const env = { TINTYPE_PASSWORD: ACCOUNT.password, XDG_STATE_HOME: folder };
      const { child, ended, output } = launch('upload', args, env);
      // The client polls the publication only after two seconds.
      const isThere = () => countNamed('interrupted');
      await expect.poll(isThere, { timeout: 30_000, interval: 20 }).toBe(1);
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(-(child.pid ?? 0), signal);
      expect(await ended).toBe(1);
      expect(output()).toContain('failed: Cancelled');
      expect(await readStorage()).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
