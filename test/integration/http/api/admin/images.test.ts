import { beforeAll, describe, expect, it } from 'vitest';
import {
  addToAlbumAs,
  createAlbumAs,
  listAlbumAs,
  readAlbumAs,
} from '../../../../support/albums-api.ts';
import { call } from '../../../../support/api-call.ts';
import { issue, publicImage, setVisibility, view } from '../../../../support/image-scene.ts';
import { countInto, type Tally } from '../../../../support/instrument.ts';
import { addImages } from '../../../../support/lists.ts';
import { registerAndLogin, type Person } from '../../../../support/people.ts';
import { open, share } from '../../../../support/share-links.ts';
import { registerAdmin } from '../../../../support/states.ts';
import { createTestWorker } from '../../../../support/worker.ts';

interface Listed {
  readonly id: number;
  readonly user_id: number;
  readonly unique_link: string;
  readonly visibility: string;
}

interface Page {
  readonly items: readonly Listed[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

const LIMIT = 10;
const EACH = 300;
/** The page’s end, the role, and an unused row of each merged range. */
const OVERHEAD_ROWS = 12;

const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
const worker = createTestWorker({ intercept: countInto(tally) });
let admin: Person;
let people: Person[];

const list = async (query: Record<string, string> = {}) => {
  const text = new URLSearchParams({ limit: String(LIMIT), ...query }).toString();
  const { code, data } = await call<Page>(worker, admin, 'GET', `/admin/images?${text}`);
  return { code, ...data };
};

/** All pages, each at the cost of its own rows. */
const walk = async (query: Record<string, string> = {}): Promise<Listed[]> => {
  const items: Listed[] = [];
  for (let cursor = ''; ;) {
    tally.rowsRead = 0;
    const page = await list({ ...query, cursor, limit: '100' });
    expect(tally.rowsRead).toBeLessThanOrEqual(101 + OVERHEAD_ROWS);
    items.push(...page.items);
    if (!page.has_more) return items;
    cursor = page.next_cursor;
  }
};

beforeAll(async () => {
  admin = await registerAdmin(worker);
  people = [await registerAndLogin(worker), await registerAndLogin(worker)];
  for (const { userId } of people) {
    const images = Array.from({ length: EACH }, (_, index) => ({
      createdAt: 1_700_000_000_000 + index,
      visibility: index % 3 === 0 ? ('private' as const) : ('public' as const),
    }));
    await addImages(worker, userId, images);
  }
});

describe('the images of all accounts', () => {
  it('are listed newest first, and a page reads about its own rows', async () => {
    const all = await walk();
    const known = new Set(people.map(({ userId }) => userId));
    expect(all.filter(({ user_id: owner }) => known.has(owner))).toHaveLength(2 * EACH);
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a));
    tally.rowsRead = 0;
    await list();
    expect(tally.rowsRead).toBeLessThanOrEqual(LIMIT + 1 + OVERHEAD_ROWS);
  });

  it('are listed of one person, at the same cost', async () => {
    const [, { userId } = admin] = people;
    const own = await walk({ user_id: String(userId) });
    expect(own).toHaveLength(EACH);
    expect(new Set(own.map(({ user_id: owner }) => owner))).toEqual(new Set([userId]));
    expect(own.map(({ id }) => id)).toEqual(own.map(({ id }) => id).toSorted((a, b) => b - a));
  });

  it('are found by a link in any form, whatever their visibility', async () => {
    const { items } = await list();
    for (const { id, unique_link: link } of items) {
      for (const form of [
        link,
        `${link}S`,
        `/i/${link}.webp`,
        `https://elsewhere.test/i/${link}S/master.webp?token=x`,
        `/p/${link}`,
        `/r/320/${link}.avif`,
      ]) {
        tally.rowsRead = 0;
        expect((await list({ link: form })).items.map((image) => image.id)).toEqual([id]);
        expect(tally.rowsRead).toBeLessThanOrEqual(OVERHEAD_ROWS);
      }
    }
    for (const form of ['nothing', '/i/AAAAAAAAAAAA.webp', 'https://elsewhere.test/']) {
      expect((await list({ link: form })).items).toEqual([]);
    }
    expect((await list({ link: 'a', user_id: '1' })).code).toBe(3000);
    expect((await list({ cursor: 'not-a-cursor' })).code).toBe(3000);
  });
});

describe('hiding an image', () => {
  const hide = (scene: Awaited<ReturnType<typeof publicImage>>, as: Person) =>
    call(scene.worker, as, 'POST', `/admin/images/${scene.image.imageId}/hide`);

  it('takes it out of every link at once, is recorded, and can be undone', async () => {
    const scene = await publicImage();
    const moderator = await registerAdmin(scene.worker);
    const path = `/i/${scene.image.uniqueLink}.webp`;
    expect((await view(scene, path)).status).toBe(200);
    const { url, image_url } = (await share(scene, { max_views: 5 })).data;
    expect(await open(scene, image_url)).toBe(0);
    // Twice at once, as two administrators may.
    const both = await Promise.all([hide(scene, moderator), hide(scene, moderator)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect((await view(scene, path)).code).not.toBe(0);
    expect((await view(scene, `/i/${scene.image.uniqueLink}S.webp`)).code).not.toBe(0);
    expect([await open(scene, image_url), await open(scene, url)]).not.toContain(0);

    const subject = `image:${scene.image.imageId}`;
    const trail = await call<{ items: { action: string; detail: string }[] }>(
      scene.worker,
      moderator,
      'GET',
      `/admin/audit?subject=${subject}`,
    );
    const facts = trail.data.items.map(({ action, detail }) => [action, JSON.parse(detail)]);
    expect(facts).toContainEqual(['hide_image', { user_id: scene.owner.userId, from: 'public' }]);

    const shown = { ...scene, owner: moderator };
    expect((await setVisibility(shown, 'public')).code).toBe(0);
    expect((await view(scene, path)).status).toBe(200);
    expect(await open(scene, image_url)).not.toBe(0);
  });

  it('ends the access token of a private image, and is for administrators alone', async () => {
    const scene = await publicImage();
    await setVisibility(scene, 'private');
    const { token } = (await issue(scene)).data;
    const path = `/i/${scene.image.uniqueLink}S.webp?token=${token}`;
    expect((await view(scene, path)).status).toBe(200);
    expect((await hide(scene, scene.owner)).code).toBe(4030);
    expect((await view(scene, path)).status).toBe(200);
    expect((await hide(scene, await registerAdmin(scene.worker))).code).toBe(0);
    expect((await view(scene, path)).code).toBe(4042);
  });

  it('takes it out of the albums that others can open, and leaves it in private ones', async () => {
    const scene = await publicImage();
    const { worker: own, owner, image } = scene;
    const kept = await createAlbumAs(own, owner);
    const shared = await createAlbumAs(own, owner, { visibility: 'link' });
    const listed = await createAlbumAs(own, owner, { visibility: 'public' });
    for (const { id } of [kept, shared, listed]) {
      await addToAlbumAs(own, owner, id, [image.imageId]);
    }
    const pages = [shared, listed].map(({ url }) => `${url ?? ''}/${image.imageId}`);
    const files = pages.map((page) => `${page}/480.webp`);
    for (const url of [...pages, ...files]) expect(await open(scene, url), url).toBe(0);
    expect((await hide(scene, await registerAdmin(own))).code).toBe(0);
    for (const url of [...pages, ...files]) expect(await open(scene, url), url).toBe(4041);
    expect(await listAlbumAs(own, owner, kept.id)).toEqual([image.imageId]);
    for (const { id } of [shared, listed]) {
      expect((await readAlbumAs(own, owner, id)).image_count).toBe(0);
    }
  });
});
