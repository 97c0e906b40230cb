import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../../src/shared/bytes.ts';
import { inspectWebp } from '../../../../src/imaging/webp/walker.ts';
import { call } from '../../../support/api-call.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { WEBP } from '../../../support/fixtures.ts';
import {
  callsAt,
  countInto,
  crashAt,
  type Interceptor,
  type Tally,
} from '../../../support/instrument.ts';
import { makePng } from '../../../support/craft-images.ts';
import { BASE_URL, createTestWorker, type TestWorker } from '../../../support/worker.ts';
import {
  fileScene,
  type FileScene,
  formWith,
  makePhoto,
  SECRETS,
  sendFile,
  sendTo,
} from '../../../support/whole-files.ts';

const read = async (worker: TestWorker, url: string): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await worker.fetch(url.slice(BASE_URL.length));
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
};

const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

const listImages = async ({ worker, person }: FileScene): Promise<{ id: number }[]> =>
  (await call<{ images: { id: number }[] }>(worker, person, 'GET', '/images/?limit=100')).data
    .images;

describe('an upload in one request', () => {
  it('answers with the links of an image that is shown', async () => {
    const scene = await fileScene();
    const fields = { title: 'Harbour', alt_text: 'Boats', description: 'At dusk' };
    const { status, body } = await sendFile(scene, await makePhoto(), { fields });
    const { key, id, url } = body.data;
    expect([status, body.code, body.message]).toEqual([201, 0, 'ok']);
    expect([body.success, body.status, body.result]).toEqual([true, true, [url]]);
    const root = `${BASE_URL}/i/${key}`;
    expect(body.data).toEqual({
      id,
      key,
      url: `${root}.webp`,
      page_url: `${BASE_URL}/p/${key}`,
      thumbnail_url: `${root}/gallery.webp`,
      delete_url: expect.stringContaining(`${BASE_URL}/d/?token=ttx.`) as string,
      name: 'Holiday.jpg',
      width: 60,
      height: 40,
      size: expect.any(Number) as number,
      mimetype: 'image/webp',
      links: {
        url: `${root}.webp`,
        html: `<img src="${root}.webp" width="60" height="40" loading="lazy" decoding="async" alt="Boats">`,
        markdown: `![Boats](${root}.webp)`,
        bbcode: `[img]${root}.webp[/img]`,
        markdown_with_link: `[![Harbour](${root}/gallery.webp)](${BASE_URL}/p/${key})`,
        thumbnail_url: `${root}/gallery.webp`,
        delete_url: body.data.delete_url as string,
      },
    });
    expect(inspectWebp(await read(scene.worker, url))).toMatchObject({
      ok: true,
      value: { width: 60, height: 40 },
    });
    expect(await listImages(scene)).toMatchObject([
      { id, title: 'Harbour', alt_text: 'Boats', description: 'At dusk', visibility: 'public' },
    ]);
    expect(await findInconsistencies(scene.worker)).toEqual([]);
  });

  it('keeps no metadata of the file in any variant', async () => {
    const scene = await fileScene();
    const photo = await makePhoto();
    for (const secret of SECRETS) expect(textOf(photo)).toContain(secret);
    const { body } = await sendFile(scene, photo);
    const listed = await scene.worker.env.BUCKET.list();
    const objects = listed.objects.filter(({ key }) => key.includes(String(body.data.key)));
    expect(objects.length).toBe(4);
    for (const { key } of objects) {
      const object = await scene.worker.env.BUCKET.get(key);
      const text = textOf(new Uint8Array((await object?.arrayBuffer()) ?? []));
      for (const secret of SECRETS) expect(text).not.toContain(secret);
    }
  });

  it('takes the file under any name, without a filename, and as the body', async () => {
    const scene = await fileScene();
    const { worker, key } = scene;
    const named = await sendFile(scene, await makePhoto(), { field: 'smfile', filename: '' });
    expect(named.body.data.name).toBe('image');
    const bare = await sendTo(worker, '/api/v1/upload', {
      headers: { ...key.headers, 'Content-Type': 'image/png', 'X-File-Name': 'caf%C3%A9.png' },
      body: WEBP.losslessAlpha,
    });
    expect([bare.status, bare.body.data.name]).toEqual([201, 'café.png']);
    const form =
      '--x\r\nContent-Disposition: form-data; name="image"\r\nContent-Type: image/webp\r\n\r\n';
    const nameless = await sendTo(worker, '/api/v1/upload', {
      headers: { ...key.headers, 'Content-Type': 'multipart/form-data; boundary=x' },
      body: new Blob([form, WEBP.lossy, '\r\n--x--\r\n']),
    });
    expect([nameless.status, nameless.body.data.name]).toEqual([201, 'image']);
  });

  it('answers with the URL alone where it is asked to', async () => {
    const { worker, key } = await fileScene();
    const response = await worker.fetch('/api/v1/upload?format=text', {
      method: 'POST',
      headers: key.headers,
      body: formWith(await makePhoto()),
    });
    expect(response.status).toBe(201);
    expect(await response.text()).toMatch(/^https:\/\/tintype\.test\/i\/[0-9A-Za-z]{12}\.webp\n$/u);
  });

  it('gives the same image for the same bytes within a day, and another one after it', async () => {
    const scene = await fileScene();
    const photo = await makePhoto();
    const first = await sendFile(scene, photo);
    const again = await sendFile(scene, photo, { filename: 'Other.jpg' });
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    scene.worker.clock.advance(24 * 3_600_000 + 1);
    const later = await sendFile(scene, photo);
    expect([later.status, later.body.data.id === first.body.data.id]).toEqual([201, false]);
  });

  it('never gives a public image for a private file', async () => {
    const scene = await fileScene();
    const photo = await makePhoto();
    const shown = await sendFile(scene, photo);
    const hidden = await sendFile(scene, photo, { fields: { visibility: 'private' } });
    expect(hidden.status).toBe(201);
    expect(hidden.body.data.id).not.toBe(shown.body.data.id);
  });

  it('stores a file again whose image has been deleted', async () => {
    const scene = await fileScene();
    const photo = await makePhoto();
    const first = await sendFile(scene, photo);
    await call(scene.worker, scene.person, 'DELETE', `/images/${String(first.body.data.id)}`);
    const again = await sendFile(scene, photo);
    expect(again.status).toBe(201);
    expect(inspectWebp(await read(scene.worker, again.body.data.url)).ok).toBe(true);
  });

  it('adds the token to the links of a private image, also the second time', async () => {
    const scene = await fileScene();
    const photo = await makePhoto();
    const fields = { permission: '0' };
    const first = await sendFile(scene, photo, { fields });
    expect(first.body.data.url).toMatch(/\/i\/\w{12}S\.webp\?token=ttp\./u);
    expect(inspectWebp(await read(scene.worker, first.body.data.url)).ok).toBe(true);
    await read(scene.worker, first.body.data.thumbnail_url);
    const again = await sendFile(scene, photo, { fields });
    expect([again.status, again.body.data.url]).toEqual([200, first.body.data.url]);
  });

  it('costs no more operations than the same upload in parts', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const scene = await fileScene({ intercept: countInto(tally) });
    for (const name of Object.keys(tally.calls)) delete tally.calls[name];
    tally.rowsWritten = 0;
    await sendFile(scene, await makePhoto());
    expect(tally.calls['BUCKET.put']).toBe(4);
    // Session, four parts of two round trips, completion, and polls for the publication.
    expect(callsAt(tally, 'DB')).toBeLessThanOrEqual(17);
    expect(tally.rowsWritten).toBeLessThanOrEqual(64);
  });

  it('answers with the link where the publication takes longer than 15 seconds', async () => {
    const { worker, person } = await fileScene();
    const slow = createTestWorker({ clock: worker.clock, intercept: loseAll });
    const response = await sendTo(slow, '/api/v1/upload', {
      headers: { ...person.headers },
      body: formWith(await makePhoto(), { fields: { visibility: 'public' } }),
    });
    expect(response.status).toBe(201);
    expect(response.body.data.url).toMatch(/\/i\/\w{12}\.webp$/u);
  });
});

const loseAll: Interceptor = async ({ binding }, proceed) =>
  binding === 'PUBLISH_QUEUE' ? undefined : proceed();

describe('two uploads of one file', () => {
  it('at once give one image', async () => {
    const scene = await fileScene({ vars: { UPLOAD_CONCURRENT_FILES_PER_ISOLATE: '4' } });
    const photo = await makePhoto();
    const answers = await Promise.all([1, 2, 3].map(() => sendFile(scene, photo)));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await listImages(scene)).length).toBe(1);
    expect(await findInconsistencies(scene.worker)).toEqual([]);
  });

  it('give one image, wherever the first one stops (after each operation)', async () => {
    const scene = await fileScene();
    let images = 0;
    for (let index = 0; ; index += 1) {
      const photo = await makePhoto();
      const crash = crashAt(index, 'after');
      const broken = createTestWorker({ clock: scene.worker.clock, intercept: crash.intercept });
      const sent = await broken.fetch('/api/v1/upload', {
        method: 'POST',
        headers: scene.key.headers,
        body: formWith(photo),
      });
      await sent.text();
      if (!crash.fired) break;
      // The leases of the crashed request end.
      scene.worker.clock.advance(600_000);
      const again = await sendFile(scene, photo);
      expect([200, 201], `crash ${index}`).toContain(again.status);
      images += 1;
      expect((await listImages(scene)).length, `crash ${index}`).toBe(images);
    }
    expect(images).toBeGreaterThan(10);
    expect(await findInconsistencies(scene.worker)).toEqual([]);
  }, 240_000);
});

describe('an upload in one request is refused', () => {
  it('with its true status, a sentence, and what programs look for', async () => {
    const scene = await fileScene();
    const { status, body } = await sendFile(scene, utf8('no image'));
    expect(status).toBe(415);
    expect(body).toEqual({
      code: 3003,
      message: 'The file is not a JPEG, PNG, WebP, AVIF or GIF',
      request_id: expect.any(String) as string,
      success: false,
      status: false,
    });
  });

  it.each([
    ['without a file', new FormData(), 400, 3001],
    ['with an empty file', formWith(new Uint8Array()), 400, 3001],
    ['with a damaged file', formWith(Uint8Array.from(makePng())), 415, 3003],
    ['with unknown words', formWith(WEBP.lossy, { fields: { visibility: 'all' } }), 400, 3000],
  ])('%s', async (_, body, status, code) => {
    const { worker, key } = await fileScene();
    const answer = await sendTo(worker, '/api/v1/upload', { headers: key.headers, body });
    expect([answer.status, answer.body.code, answer.body.success]).toEqual([status, code, false]);
  });

  it('for a file over the limit, and for two files', async () => {
    const scene = await fileScene({ vars: { UPLOAD_MAX_SOURCE_BYTES: '2000' } });
    const large = await sendFile(scene, new Uint8Array(80_000));
    expect([large.status, large.body.code]).toEqual([413, 3002]);
    const form = formWith(WEBP.lossy);
    form.append('second', new File([WEBP.lossy], 'b.webp'));
    const two = await sendTo(scene.worker, '/api/v1/upload', {
      headers: scene.key.headers,
      body: form,
    });
    expect([two.status, two.body.code]).toEqual([400, 3004]);
  });

  it('signed out, before its body is read', async () => {
    const { worker } = await fileScene();
    const { status, body } = await sendTo(worker, '/api/v1/upload', { body: 'no form' });
    expect([status, body.code, body.status]).toEqual([401, 4010, false]);
  });
});
