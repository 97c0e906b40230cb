import { describe, expect, it, vi } from 'vitest';
import { call } from '../../../support/api-call.ts';
import { makeKey } from '../../../support/api-keys.ts';
import { makeGif } from '../../../support/craft-images.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { LEGACY_VARS } from '../../../support/legacy.ts';
import { BASE_URL, type TestWorker } from '../../../support/worker.ts';
import {
  fileScene,
  type FileScene,
  formWith,
  makePhoto,
  sendFile,
  sendTo,
} from '../../../support/whole-files.ts';

const open = (worker: TestWorker, url: string, init: RequestInit = {}): Promise<Response> =>
  worker.fetch(url.slice(BASE_URL.length), init);

const countImages = async ({ worker, person }: FileScene): Promise<number> => {
  const { data } = await call<{ images: unknown[] }>(worker, person, 'GET', '/images/');
  return data.images.length;
};

describe('the deletion link of an upload', () => {
  it('shows a page without scripts that changes nothing, and deletes by its form', async () => {
    const scene = await fileScene();
    const { worker } = scene;
    const { body } = await sendFile(scene, await makePhoto());
    const page = await open(worker, body.data.delete_url, { headers: { 'Accept-Language': 'de' } });
    const html = await page.text();
    expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(page.headers.get('Content-Security-Policy')).not.toContain('script-src');
    expect(html).toContain('<form method="post">');
    expect(html).toContain('Dieses Foto löschen?');
    expect(await countImages(scene)).toBe(1);
    const deleted = await open(worker, body.data.delete_url, { method: 'POST' });
    expect([deleted.status, await countImages(scene)]).toEqual([200, 0]);
    await worker.settle();
    expect((await open(worker, body.data.url)).status).toBe(404);
    expect((await open(worker, body.data.delete_url)).status).toBe(404);
    expect((await open(worker, body.data.delete_url, { method: 'POST' })).status).toBe(404);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('is refused when it is forged, cut off, or another credential', async () => {
    const scene = await fileScene();
    const { worker, person } = scene;
    const { body } = await sendFile(scene, await makePhoto());
    const url = String(body.data.delete_url);
    const id = String(body.data.id);
    for (const wrong of [
      `${url}x`,
      url.slice(0, -1),
      url.replace(`.${id}_`, `.${Number(id) + 1}_`),
      `${BASE_URL}/d/?token=${person.bearer}`,
      `${BASE_URL}/d/`,
    ]) {
      expect((await open(worker, wrong, { method: 'POST' })).status, wrong).toBe(404);
    }
    expect(await countImages(scene)).toBe(1);
  });

  it('is refused while the account is locked', async () => {
    const scene = await fileScene();
    const { worker, person } = scene;
    const { body } = await sendFile(scene, await makePhoto());
    const setStatus = (status: string) =>
      worker.env.DB.prepare('UPDATE users SET status = ? WHERE id = ?')
        .bind(status, person.userId)
        .run();
    await setStatus('pending_deletion');
    expect((await open(worker, body.data.delete_url, { method: 'POST' })).status).toBe(403);
    await setStatus('active');
  });
});

describe('the door of PicGo', () => {
  const several = async (files: readonly Uint8Array<ArrayBuffer>[]): Promise<FormData> => {
    const form = new FormData();
    for (const [index, bytes] of files.entries()) {
      form.append('list', new File([bytes], `${index}.jpg`, { type: 'image/jpeg' }));
    }
    return form;
  };

  it('takes several files by a key in the query, and answers in their order', async () => {
    const scene = await fileScene();
    const { worker, key } = scene;
    const body = await several([await makePhoto(), WEBP.lossy, await makePhoto()]);
    const answer = await sendTo(worker, `/api/v1/picgo/upload?key=${key.key}`, { body });
    expect([answer.status, answer.body.success]).toEqual([200, true]);
    expect(answer.body.fullResult.map(({ name }: { name: string }) => name)).toEqual([
      '0.jpg',
      '1.jpg',
      '2.jpg',
    ]);
    expect(answer.body.fullResult.map(({ imgUrl }: { imgUrl: string }) => imgUrl)).toEqual(
      answer.body.result,
    );
    for (const url of answer.body.result) expect((await open(worker, url)).status).toBe(200);
    expect(await countImages(scene)).toBe(3);
  });

  it('refuses a key in the query that allows more than uploads', async () => {
    const { worker, person } = await fileScene();
    const wide = await makeKey(worker, person, { scopes: ['upload', 'read'] });
    const body = await several([WEBP.lossy]);
    const answer = await sendTo(worker, `/api/v1/picgo/upload?key=${wide.key}`, { body });
    expect([answer.status, answer.body.success]).toEqual([403, false]);
    expect(typeof answer.body.message).toBe('string');
  });

  it('ends at the first bad file, keeps those before it, and knows them when they come again', async () => {
    const scene = await fileScene();
    const { worker, key } = scene;
    const good = await makePhoto();
    const path = `/api/v1/picgo/upload?key=${key.key}`;
    const bad = await sendTo(worker, path, { body: await several([good, new Uint8Array(50)]) });
    expect([bad.status, bad.body.success]).toEqual([415, false]);
    expect(await countImages(scene)).toBe(1);
    await sendTo(worker, path, { body: await several([good, await makePhoto()]) });
    expect(await countImages(scene)).toBe(2);
  });

  it('refuses more than twenty files', async () => {
    const { worker, key } = await fileScene();
    const files = Array.from({ length: 21 }, () => WEBP.lossy);
    const answer = await sendTo(worker, `/api/v1/picgo/upload?key=${key.key}`, {
      body: await several(files),
    });
    expect([answer.status, answer.body.code]).toEqual([400, 3004]);
  });
});

it('pages of any site may upload with a key, and read the answer, without cookies', async () => {
  const { worker, key } = await fileScene();
  for (const path of ['/api/v1/upload', '/api/v1/picgo/upload']) {
    const headers = {
      Origin: 'https://editor.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    };
    const preflight = await worker.fetch(path, { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([
      204,
      '*',
    ]);
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
    const sent = await worker.fetch(path, {
      method: 'POST',
      headers: { ...key.headers, Origin: 'https://editor.example' },
      body: formWith(WEBP.lossy),
    });
    await sent.text();
    expect(sent.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(sent.headers.has('Access-Control-Allow-Credentials')).toBe(false);
  }
});

describe('an upload from an address', () => {
  const PICTURE = 'https://pictures.tintype-web.org/2026/harbour.webp';

  const serve = (answers: Readonly<Record<string, () => Response>>): string[] => {
    const asked: string[] = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      const url = input instanceof Request ? input.url : String(input);
      asked.push(url);
      return answers[url]?.() ?? new Response('nothing', { status: 404 });
    });
    return asked;
  };

  const sendUrl = ({ worker, key }: FileScene, url: string) => {
    const body = new FormData();
    body.set('url', url);
    return sendTo(worker, '/api/v1/upload', { headers: key.headers, body });
  };

  it('stores what stands there, under its name', async () => {
    const scene = await fileScene();
    serve({ [PICTURE]: () => new Response(WEBP.lossy) });
    const { status, body } = await sendUrl(scene, PICTURE);
    expect([status, body.data.name]).toEqual([201, 'harbour.webp']);
    expect((await open(scene.worker, body.data.url)).status).toBe(200);
    const query = `?url=${encodeURIComponent(PICTURE)}`;
    const again = await sendTo(scene.worker, `/api/v1/upload${query}`, {
      headers: scene.key.headers,
    });
    expect([again.status, again.body.data.id]).toEqual([200, body.data.id]);
  });

  it('follows its own host, and no other', async () => {
    const scene = await fileScene();
    const to = (location: string) => () =>
      new Response(null, { status: 302, headers: { Location: location } });
    const asked = serve({
      'https://pictures.tintype-web.org/a': to('/2026/harbour.webp'),
      'https://pictures.tintype-web.org/b': to('https://elsewhere.tintype-web.org/x.webp'),
      'https://pictures.tintype-web.org/c': to('http://pictures.tintype-web.org/c'),
      'https://pictures.tintype-web.org/d': to('/d'),
      [PICTURE]: () => new Response(WEBP.lossy),
    });
    const codeOf = async (path: string) =>
      (await sendUrl(scene, `https://pictures.tintype-web.org/${path}`)).body.code as number;
    expect(await codeOf('a')).toBe(0);
    expect(await codeOf('b')).toBe(3000);
    expect(await codeOf('c')).toBe(3000);
    expect(await codeOf('d')).toBe(3000);
    expect(asked.filter((url) => url.includes('elsewhere'))).toEqual([]);
  });

  it.each([
    'http://127.0.0.1/a.png',
    'http://2130706433/a.png',
    'http://0x7f.1/a.png',
    'http://[::1]/a.png',
    'http://[::ffff:10.0.0.1]/a.png',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/a.png',
    'http://localhost./a.png',
    'http://localhost../a.png',
    'http://images.tintype-web.org../a.png',
    'http://printer/a.png',
    'http://printer.local/a.png',
    'http://db.internal/a.png',
    'https://tintype.test/i/abc.webp',
    'https://pictures.tintype-web.org:8443/a.png',
    'https://user:secret@pictures.tintype-web.org/a.png',
    'file:///etc/passwd',
    'ftp://pictures.tintype-web.org/a.png',
    'no address',
  ])('is refused before anything is fetched: %s', async (url) => {
    const scene = await fileScene({ vars: { PUBLIC_BASE_URL: 'https://images.tintype-web.org' } });
    const asked = serve({});
    const { status, body } = await sendUrl(scene, url);
    expect([status, body.code, asked]).toEqual([400, 3000, []]);
  });

  it('is refused for a missing, a large and an endless file', async () => {
    const scene = await fileScene({ vars: { UPLOAD_MAX_SOURCE_BYTES: '100000' } });
    const large = new Uint8Array(100_001);
    const piece = new Uint8Array(50_000);
    serve({
      'https://pictures.tintype-web.org/large': () => new Response(large),
      'https://pictures.tintype-web.org/endless': () =>
        new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) })),
    });
    const codeOf = async (path: string) =>
      (await sendUrl(scene, `https://pictures.tintype-web.org/${path}`)).body.code as number;
    expect(await codeOf('missing')).toBe(3000);
    expect(await codeOf('large')).toBe(3002);
    expect(await codeOf('endless')).toBe(3002);
  });

  it('asks other servers as often a minute as a user may upload, also for nothing', async () => {
    const scene = await fileScene({ vars: { UPLOAD_SESSIONS_PER_MINUTE: '2' } });
    const asked = serve({});
    const codes: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      codes.push((await sendUrl(scene, PICTURE)).body.code as number);
    }
    expect(codes).toEqual([3000, 3000, 4029]);
    expect(asked).toEqual([PICTURE, PICTURE]);
  });
});

describe('an upload in one request by pipeline 1', () => {
  const legacyScene = () => fileScene({ vars: LEGACY_VARS });

  it('answers with the WebP of a still, once it is made, and knows the file', async () => {
    const scene = await legacyScene();
    const photo = await makePhoto();
    const first = await sendFile(scene, photo);
    expect([first.status, first.body.data.url]).toEqual([
      201,
      expect.stringMatching(/\/i\/\w{12}\.webp$/u),
    ]);
    const image = await open(scene.worker, first.body.data.url);
    expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    const again = await sendFile(scene, photo, { filename: 'Other.jpg' });
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    expect(await findInconsistencies(scene.worker)).toEqual([]);
  });

  it('answers with the file itself of a moving image', async () => {
    const scene = await legacyScene();
    const gif = Uint8Array.from(makeGif(4, 3, 2));
    const { status, body } = await sendFile(scene, gif, { filename: 'a.gif' });
    expect([status, body.data.url, body.data.mimetype]).toEqual([
      201,
      expect.stringMatching(/\/i\/\w{12}\.gif$/u),
      'image/gif',
    ]);
    const image = await open(scene.worker, body.data.url);
    expect(new Uint8Array(await image.arrayBuffer())).toEqual(gif);
  });
});

it('a moving image is refused where pipeline 1 is not in use', async () => {
  const scene = await fileScene();
  const { status, body } = await sendFile(scene, Uint8Array.from(makeGif(4, 3, 2)));
  expect([status, body.code]).toEqual([415, 3003]);
});
