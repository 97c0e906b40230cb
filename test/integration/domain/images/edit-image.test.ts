import { describe, expect, it } from 'vitest';
import { packTaken } from '../../../../src/worker/domain/texts/stored-taken.ts';
import { call } from '../../../support/api-call.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { publicImage, type Scene } from '../../../support/image-scene.ts';
import { seedProcessingImage, seedPublishedImage } from '../../../support/images.ts';
import { crashAt } from '../../../support/instrument.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { readRows, statement } from '../../../support/sql.ts';
import { registerAdmin } from '../../../support/states.ts';
import { createTestWorker, TestClock } from '../../../support/worker.ts';

interface Texts {
  readonly title: string;
  readonly description: string;
  readonly alt_text: string;
}

const edit = ({ worker, owner, image }: Scene, body: unknown) =>
  call<Texts>(worker, owner, 'PATCH', `/images/${image.imageId}`, body);

const read = async ({ worker, owner, image }: Scene): Promise<Texts> => {
  const { data } = await call<Texts>(worker, owner, 'GET', `/images/${image.imageId}`);
  const { title, description, alt_text } = data;
  return { title, description, alt_text };
};

const search = async ({ worker, owner }: Scene, term: string): Promise<number[]> => {
  const path = `/images/?search=${encodeURIComponent(term)}`;
  const { data } = await call<{ images: { id: number }[] }>(worker, owner, 'GET', path);
  return data.images.map(({ id }) => id);
};

const listEvents = ({ worker, image }: Pick<Scene, 'worker' | 'image'>) =>
  readRows<{ id: number }>(
    worker.services.db,
    statement(
      "SELECT id FROM outbox_events WHERE kind = 'purge' AND payload LIKE ?",
      `%/i/${image.uniqueLink}%`,
    ),
  );

describe('an edit of an image’s texts', () => {
  it('changes the given texts, keeps the others, and is read and listed', async () => {
    const scene = await publicImage();
    const { data } = await edit(scene, { title: 'Harbour', alt_text: 'Boats at dusk' });
    const first = { title: 'Harbour', description: '', alt_text: 'Boats at dusk' };
    expect(data).toMatchObject(first);
    expect(await read(scene)).toEqual(first);
    const description = 'Taken from the pier.\nThe last light.';
    expect((await edit(scene, { description })).data).toMatchObject({ ...first, description });
    const { worker, owner } = scene;
    const list = await call<{ images: Texts[] }>(worker, owner, 'GET', '/images/');
    expect(list.data.images).toMatchObject([{ ...first, description }]);
  });

  it('moves the image to its new words in the search, and to its new place by title', async () => {
    const scene = await publicImage();
    const { worker, owner, image } = scene;
    const other = await seedPublishedImage(worker, { userId: owner.userId, filename: 'm.jpg' });
    await edit(scene, { title: 'Harbour', description: 'Boats' });
    expect(await search(scene, 'HARBOUR')).toEqual([image.imageId]);
    await edit(scene, { title: 'Zebra' });
    expect(await search(scene, 'harbour')).toEqual([]);
    expect(await search(scene, 'zebra')).toEqual([image.imageId]);
    expect(await search(scene, 'boats')).toEqual([image.imageId]);
    expect(await search(scene, 'photograph.jpg')).toEqual([image.imageId]);
    const { data } = await call<{ images: { id: number }[] }>(
      worker,
      owner,
      'GET',
      '/images/?sort=title',
    );
    expect(data.images.map(({ id }) => id)).toEqual([other.imageId, image.imageId]);
  });

  it('takes an empty title as the file’s name without its extension', async () => {
    const scene = await publicImage();
    await edit(scene, { title: 'Harbour' });
    expect((await edit(scene, { title: '' })).data.title).toBe('photograph');
  });

  it('refuses texts that are too long, and lines or control characters in one line', async () => {
    const scene = await publicImage();
    const before = await read(scene);
    for (const body of [
      { title: 'a'.repeat(256) },
      { title: 'two\nlines' },
      { alt_text: 'a'.repeat(1501) },
      { alt_text: 'two\nlines' },
      { description: 'a'.repeat(2001) },
      { title: null },
    ]) {
      expect(await edit(scene, body)).toMatchObject({ status: 400, code: 3000 });
    }
    expect(await read(scene)).toEqual(before);
  });

  it('writes nothing if nothing changes', async () => {
    const scene = await publicImage();
    await edit(scene, { title: 'Harbour' });
    const events = await listEvents(scene);
    const { data: before } = await call(
      scene.worker,
      scene.owner,
      'GET',
      `/images/${scene.image.imageId}`,
    );
    scene.worker.clock.advance(1000);
    for (const body of [{}, { title: 'Harbour' }]) {
      expect((await edit(scene, body)).data['updated_at' as never]).toBe(before['updated_at']);
    }
    expect(await listEvents(scene)).toEqual(events);
  });

  it('loses neither of two edits of different texts at the same time, in the search either', async () => {
    const scene = await publicImage();
    const { clock } = scene.worker;
    const commits = Promise.withResolvers<void>();
    const slow = createTestWorker({
      clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'DB' && method === 'batch') await commits.promise;
        return proceed();
      },
    });
    const first = edit({ ...scene, worker: slow }, { description: 'Boats' });
    await edit(scene, { title: 'Harbour' });
    commits.resolve();
    expect((await first).data).toMatchObject({ title: 'Harbour', description: 'Boats' });
    expect(await search(scene, 'harbour')).toEqual([scene.image.imageId]);
    expect(await search(scene, 'boats')).toEqual([scene.image.imageId]);
  });

  it('is recorded for an administrator, without the words; the owner’s is not', async () => {
    const scene = await publicImage();
    const { worker, owner, image } = scene;
    const admin = await registerAdmin(worker);
    await edit(scene, { title: 'Harbour' });
    expect((await edit({ ...scene, owner: admin }, { title: 'Withdrawn' })).code).toBe(0);
    const entries = await readRows<{ actor_id: number; action: string; detail: string }>(
      worker.services.db,
      statement(
        'SELECT actor_id, action, detail FROM audit_log WHERE subject = ?',
        `image:${image.imageId}`,
      ),
    );
    expect(entries).toEqual([
      {
        actor_id: admin.userId,
        action: 'edit_image',
        detail: JSON.stringify({ user_id: owner.userId }),
      },
    ]);
  });

  it('answers 4031 to others and 4093 in processing', async () => {
    const scene = await publicImage();
    const { worker, owner } = scene;
    const stranger = await registerAndLogin(worker);
    expect((await edit({ ...scene, owner: stranger }, { title: 'Mine' })).code).toBe(4031);
    const image = await seedProcessingImage(worker, { userId: owner.userId });
    expect((await edit({ ...scene, image }, { title: 'Early' })).code).toBe(4093);
  });

  it.each(['before', 'after'] as const)(
    'leaves nothing half done when its Worker dies %s any operation',
    async (moment) => {
      const clock = new TestClock();
      const worker = createTestWorker({ clock });
      const owner = await registerAndLogin(worker);
      for (let index = 0; ; index += 1) {
        const image = await seedPublishedImage(worker, { userId: owner.userId });
        const scene: Scene = { worker, owner, image };
        const crash = crashAt(index, moment);
        const dying = createTestWorker({ clock, intercept: crash.intercept });
        await edit({ ...scene, worker: dying }, { title: 'Harbour' }).catch(() => undefined);
        await dying.settle();
        const { title } = await read(scene);
        const found = await search(scene, 'harbour');
        const events = await listEvents(scene);
        const isDone = title === 'Harbour';
        expect([found.includes(image.imageId), events.length]).toEqual([isDone, isDone ? 1 : 0]);
        expect((await edit(scene, { title: 'Harbour' })).status).toBe(200);
        if (!crash.fired) {
          expect(index).toBeGreaterThan(3);
          break;
        }
      }
      expect(await findInconsistencies(createTestWorker())).toEqual([]);
    },
  );
});

describe('an edit that takes away the location', () => {
  const taken = {
    takenAt: { localMs: Date.UTC(2026, 6, 14, 21), offsetMinutes: 120 },
    camera: { name: 'X100V', iso: 400 },
    location: { latitude: 48.13743, longitude: 11.57549 },
  };
  type Located = Texts & { readonly location: object | null; readonly camera: object | null };

  const locate = async ({ worker, image }: Scene): Promise<void> => {
    const { takenAt, camera, exposure } = packTaken(taken);
    const set = 'UPDATE images SET taken_at = ?, camera = ?, exposure = ? WHERE id = ?';
    await worker.env.DB.prepare(set).bind(takenAt, camera, exposure, image.imageId).run();
  };
  const readWhole = async ({ worker, owner, image }: Scene): Promise<Located> =>
    (await call<Located>(worker, owner, 'GET', `/images/${image.imageId}`)).data;

  it('keeps date, camera and texts, purges nothing, and can be repeated', async () => {
    const scene = await publicImage();
    await locate(scene);
    const before = await readWhole(scene);
    expect(before.location).toEqual(taken.location);
    const events = (await listEvents(scene)).length;
    for (const body of [{ location: null }, { location: null }]) {
      const { data } = await edit(scene, body);
      expect(data).toMatchObject({ ...pickFacts(before), location: null });
    }
    expect(await readWhole(scene)).toMatchObject({ ...pickFacts(before), location: null });
    expect(await listEvents(scene)).toHaveLength(events);
    const stored = await scene.worker.env.DB.prepare('SELECT exposure FROM images WHERE id = ?')
      .bind(scene.image.imageId)
      .first<{ exposure: string }>();
    expect(stored?.exposure).toBe(packTaken({ ...taken, location: undefined }).exposure);
  });

  it('is not undone by an edit of texts at the same time, and gives no image a place', async () => {
    const scene = await publicImage();
    await locate(scene);
    const both = await Promise.all([
      edit(scene, { location: null }),
      edit(scene, { title: 'Harbour' }),
    ]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await readWhole(scene)).toMatchObject({ title: 'Harbour', location: null });
    const { code } = await edit(scene, { location: taken.location });
    expect(code).toBe(3000);
    expect((await readWhole(scene)).location).toBeNull();
  });

  it('can be made by an administrator, who does not see the place', async () => {
    const scene = await publicImage();
    await locate(scene);
    const admin = await registerAdmin(scene.worker);
    const { code, data } = await edit({ ...scene, owner: admin }, { location: null });
    expect([code, (data as Located).location]).toEqual([0, null]);
    expect((await readWhole(scene)).location).toBeNull();
  });

  it('is searched for and sorted as before', async () => {
    const scene = await publicImage();
    await locate(scene);
    await edit(scene, { location: null });
    expect(await search(scene, 'X100V')).toEqual([scene.image.imageId]);
    expect(await search(scene, '2026-07-14')).toEqual([scene.image.imageId]);
  });
});

const pickFacts = (image: object) => {
  const { title, description, alt_text, taken_at, camera } = image as Record<string, unknown>;
  return { title, description, alt_text, taken_at, camera };
};
