import { beforeAll, describe, expect, it } from 'vitest';
import { ALBUM_VOLUME_IMAGES } from '../../../../src/worker/domain/archive/list-album-volume.ts';
import {
  addToAlbumAs,
  callAlbums,
  createAlbumAs,
  listAlbumAs,
  type ApiAlbum,
} from '../../../support/albums-api.ts';
import { readZip } from '../../../support/archives.ts';
import { deleteImageAs } from '../../../support/images-api.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { resetState } from '../../../support/reset-state.ts';
import { seedStoredLibrary } from '../../../support/stored-library.ts';
import { trashAs } from '../../../support/trash-api.ts';
import { createTestWorker } from '../../../support/worker.ts';

/** More than a page has. */
const IMAGES = 210;
const ADDED_AT_ONCE = 500;

/** A file's tests in any order share an album: each begins by what it needs. */
const worker = createTestWorker();
let owner: Person;
let album: ApiAlbum;
let path: string;

const fill = async (count: number): Promise<void> => {
  await resetState();
  owner = await registerAndLogin(worker);
  const from = await seedStoredLibrary(worker, owner, count);
  const { DB } = worker.env;
  // The library has masters alone.
  await DB.prepare('UPDATE users SET share_full_size = 1').run();
  await DB.prepare('UPDATE site_totals SET images = ?, views = 1000000').bind(count).run();
  album = await createAlbumAs(worker, owner, { visibility: 'link' });
  path = new URL(album.url ?? '').pathname;
  const ids = Array.from({ length: count }, (_, offset) => from + offset);
  for (let start = 0; start < count; start += ADDED_AT_ONCE) {
    await addToAlbumAs(worker, owner, album.id, ids.slice(start, start + ADDED_AT_ONCE));
  }
};

const change = (fields: object) => callAlbums(worker, owner, 'PATCH', `/${album.id}`, fields);

const move = (imageId: number | undefined, before: number | null | undefined) =>
  callAlbums(worker, owner, 'POST', `/${album.id}/images/move`, { image_ids: [imageId], before });

const open = async (address: string, through: Pick<typeof worker, 'fetch'> = worker) => {
  const response = await through.fetch(address);
  expect(response.status).toBe(200);
  return response;
};

const idsOf = async (zip: ArrayBuffer): Promise<number[]> =>
  (await readZip(zip)).map(({ name }) => Number.parseInt(name, 10));

const nextOf = ({ headers }: Response): string | null =>
  /^<([^>]+)>; rel="next"$/u.exec(headers.get('Link') ?? '')?.[1] ?? null;

const download = async (address: string) => {
  const response = await open(address);
  const next = nextOf(response);
  const disposition = response.headers.get('Content-Disposition') ?? '';
  return { ids: await idsOf(await response.arrayBuffer()), next, disposition };
};

/** Reads the beginning, then the rest once `meanwhile` is done. */
const downloadWhile = async (meanwhile: () => Promise<unknown>): Promise<number[]> => {
  const reader = (await open(`${path}/images.zip`)).body?.getReader();
  const chunks = [(await reader?.read())?.value ?? new Uint8Array()];
  await meanwhile();
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    chunks.push(read.value);
  }
  return idsOf(await new Blob(chunks).arrayBuffer());
};

const list = () => listAlbumAs(worker, owner, album.id);

describe('the ZIP of an album of several pages', () => {
  beforeAll(() => fill(IMAGES));

  it('has every image once, of a public album by date, and of one with a link by hand', async () => {
    for (const fields of [
      { visibility: 'public', order: 'newest' },
      { visibility: 'link', order: 'manual' },
    ]) {
      await change(fields);
      const before = await list();
      await move(before[202], before[3]);
      await move(before[2], null);
      const listed = await list();
      expect(new Set(listed)).toEqual(new Set(before));
      expect(listed.join() === before.join()).toBe(fields.order === 'newest');
      const zip = await download(`${path}/images.zip`);
      expect(zip.ids).toEqual(listed);
      expect(zip.next).toBeNull();
      expect(zip.disposition).toBe('attachment; filename=Harbours.zip');
    }
  });

  it('is one button on each page', async () => {
    const first = await (await open(path)).text();
    const [, next = ''] = /href="([^"]+)" rel="next"/u.exec(first) ?? [];
    const second = await (await open(next)).text();
    for (const page of [first, second]) {
      expect(page).toContain(`href="${path}/images.zip" download>Download all</a>`);
    }
  });

  it('has what is moved meanwhile once, and leaves out what is trashed, deleted or taken out', async () => {
    await change({ order: 'manual' });
    const listed = await list();
    const [trashed = 0, deleted = 0, removed = 0] = [listed[100], listed[205], listed.at(-1)];
    const found = await downloadWhile(async () => {
      expect((await trashAs(worker, owner, trashed)).status).toBe(200);
      expect((await deleteImageAs(worker, owner, deleted)).status).toBe(200);
      const json = { image_ids: [removed] };
      await callAlbums(worker, owner, 'POST', `/${album.id}/images/remove`, json);
      // From what is packed to the end, and from the end to what is packed.
      await move(listed[0], null);
      await move(listed.at(-2), listed[1]);
    });
    expect(found).toEqual(listed.filter((id) => ![trashed, deleted, removed].includes(id)));
    expect((await list()).at(-1)).toBe(listed[0]);
  });

  it('goes on while the order of the album changes', async () => {
    await change({ order: 'newest' });
    const listed = await list();
    expect(await downloadWhile(() => change({ order: 'oldest' }))).toEqual(listed);
  });

  it('breaks off when the link is replaced, past its end or taken away', async () => {
    const renew = () => callAlbums(worker, owner, 'POST', `/${album.id}/link`);
    const end = async () => {
      await change({ expires_at: new Date(worker.clock.now() + 1000).toISOString() });
      worker.clock.advance(1001);
    };
    for (const withdraw of [renew, end, () => change({ visibility: 'private' })]) {
      let isWithdrawn = false;
      const download = downloadWhile(async () => {
        await withdraw();
        isWithdrawn = true;
      });
      await expect(download).rejects.toThrow();
      expect(isWithdrawn).toBe(true);
      const { data } = await change({ visibility: 'link', expires_at: null });
      path = new URL(data.url ?? '').pathname;
    }
  });

  it('begins at a page for an address of that page', async () => {
    const page = await (await open(path)).text();
    const [, query = ''] = /href="[^"?]+(\?[^"]+)" rel="next"/u.exec(page) ?? [];
    const { ids } = await download(`${path}/images.zip${query}`);
    expect(ids).toEqual((await list()).slice(200));
  });

  it('costs a round trip for all ids, one for 20 images, and an object an image', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ clock: worker.clock, intercept: countInto(tally) });
    await counted.fetch('/ready');
    for (const name of Object.keys(tally.calls)) delete tally.calls[name];
    const ids = await idsOf(await (await open(`${path}/images.zip`, counted)).arrayBuffer());
    expect(callsAt(tally, 'DB')).toBe(1 + 11);
    expect(callsAt(tally, 'BUCKET')).toBe(ids.length);
  });
});

describe('the ZIPs of an album of more than a volume', () => {
  beforeAll(() => fill(ALBUM_VOLUME_IMAGES + 5));

  it('have every image once, by number and by the link to the next', async () => {
    const listed = await list();
    const first = await download(`${path}/images.zip`);
    expect(first.ids).toEqual(listed.slice(0, ALBUM_VOLUME_IMAGES));
    expect(first.disposition).toBe('attachment; filename=Harbours-1.zip');
    for (const address of [first.next ?? '', `${path}/images.zip?volume=2`]) {
      const second = await download(address);
      expect(second.ids).toEqual(listed.slice(ALBUM_VOLUME_IMAGES));
      expect(second.next).toBeNull();
      expect(second.disposition).toBe('attachment; filename=Harbours-2.zip');
    }
  });

  it('lose nothing by that link when an image leaves meanwhile, and HEAD names it, too', async () => {
    const listed = await list();
    const head = await worker.fetch(`${path}/images.zip`, { method: 'HEAD' });
    expect((await trashAs(worker, owner, listed[0] ?? 0)).status).toBe(200);
    const { ids } = await download(nextOf(head) ?? '');
    expect(ids).toEqual(listed.slice(ALBUM_VOLUME_IMAGES));
  });

  it('are offered by the page in three languages', async () => {
    const labels = { en: 'Download part 2 of 2', de: 'Teil 2 von 2', zh: '第 2 部分，共 2 部分' };
    for (const [language, label] of Object.entries(labels)) {
      const response = await worker.fetch(path, { headers: { 'Accept-Language': language } });
      const page = await response.text();
      expect(page.match(/ download>/gu)).toHaveLength(2);
      expect(page).toContain(`href="${path}/images.zip" download>`);
      expect(page).toContain(`href="${path}/images.zip?volume=2" download>`);
      expect(page).toContain(label);
    }
  });

  it('end with the last, and refuse other numbers', async () => {
    for (const volume of ['3', '0', '-1', 'x', '101', '']) {
      const response = await worker.fetch(`${path}/images.zip?volume=${volume}`);
      expect(response.status, volume).toBe(400);
      const { code, message } = await response.json<{ code: number; message: string }>();
      expect([code, message], volume).toEqual([3000, expect.stringContaining('volume: ')]);
    }
  });
});
