import { epochPath, renditionPaths, shardOf } from '../../../../src/worker/storage/keys.ts';
import { describe, expect, it } from 'vitest';
import {
  leaseEvents,
  releaseEvents,
  returnEvents,
  type EventLease,
} from '../../../../src/worker/domain/outbox/lease-events.ts';
import { deleteImageAs } from '../../../support/images-api.ts';
import { seedProcessingImage, seedPublishedImage } from '../../../support/images.ts';
import { crashAt } from '../../../support/instrument.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { createTestWorker, TestClock } from '../../../support/worker.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import {
  privateLink,
  publicImage,
  setVisibility,
  view,
  type Scene,
} from '../../../support/image-scene.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';

describe('a visibility switch', () => {
  it('takes effect immediately: the old link is 4041, even one that was cached', async () => {
    const scene = await publicImage();
    const { image, owner } = scene;
    const open = `/i/${image.uniqueLink}.webp`;
    for (let index = 0; index < 3; index += 1) expect((await view(scene, open)).status).toBe(200);
    const { data } = await setVisibility(scene, 'private');
    expect(data).toMatchObject({
      visibility: 'private',
      tokens_revoked: 0,
      asset_link: `${image.uniqueLink}S`,
    });
    expect(await view(scene, open)).toMatchObject({ status: 404, code: 4041 });
    expect((await view(scene, privateLink(scene))).code).toBe(4037);
    expect(
      (await view(scene, privateLink(scene), { Cookie: owner.headers['Cookie'] ?? '' })).status,
    ).toBe(200);
    expect((await setVisibility(scene, 'public')).data['asset_link']).toBe(image.uniqueLink);
    expect((await view(scene, open)).status).toBe(200);
    expect((await view(scene, privateLink(scene))).code).toBe(4041);
  });

  it('ends, with its answer, the refusals that other isolates remember', async () => {
    const scene = await publicImage();
    const other: Scene = { ...scene, worker: createTestWorker({ clock: scene.worker.clock }) };
    const open = `/i/${scene.image.uniqueLink}.webp`;
    for (const [visibility, status] of [
      ['private', 404],
      ['public', 200],
    ] as const) {
      await setVisibility(scene, visibility);
      expect((await view(other, open)).status).toBe(status);
      expect((await view(other, privateLink(scene))).status).toBe(status === 404 ? 403 : 404);
    }
  });

  it('queues a purge of every path that caches may hold', async () => {
    const scene = await publicImage();
    await setVisibility(scene, 'private');
    const [event] = await readRows<{ payload: string }>(
      scene.worker.services.db,
      statement("SELECT payload FROM outbox_events WHERE kind = 'purge' ORDER BY id DESC LIMIT 1"),
    );
    const link = scene.image.uniqueLink;
    expect(JSON.parse(event?.payload ?? '')).toEqual({
      paths: [
        `/i/${link}`,
        `/i/${link}.webp`,
        `/i/${link}/gallery.webp`,
        `/i/${link}/publish.webp`,
        ...renditionPaths(link),
        `/p/${link}`,
        epochPath(shardOf(link)),
      ],
    });
  });

  it('leaves one pending purge of a link, beside any in progress', async () => {
    const scene = await publicImage();
    const { services, clock } = scene.worker;
    const other = await publicImage(scene.worker);
    await setVisibility(other, 'private');
    const pending = async () => {
      const rows = await readRows<{ payload: string; leased: number }>(
        services.db,
        statement(
          "SELECT payload, lease_id IS NOT NULL AS leased FROM outbox_events WHERE kind = 'purge' ORDER BY id",
        ),
      );
      return rows
        .filter(({ payload }) => payload.includes(`/i/${scene.image.uniqueLink}.`))
        .map(({ leased }) => leased === 1);
    };
    const toAndFro = async () => {
      for (const visibility of ['private', 'public', 'private', 'public']) {
        expect((await setVisibility(scene, visibility)).code).toBe(0);
      }
    };
    await toAndFro();
    expect(await pending()).toEqual([false]);
    await leaseEvents(services, 'purge', 100);
    await toAndFro();
    expect(await pending()).toEqual([true, false]);
    clock.advance(services.config.OUTBOX_LEASE_MS);
    await toAndFro();
    expect(await pending()).toEqual([false]);
    expect((await deleteImageAs(scene.worker, scene.owner, scene.image.imageId)).code).toBe(0);
    expect(await pending()).toEqual([false]);
  });

  it.each([['released', releaseEvents] as const, ['returned', returnEvents] as const])(
    'leaves one pending purge, the youngest, when those in progress are %s',
    async (_, giveBack) => {
      const scene = await publicImage();
      const { services } = scene.worker;
      const path = `/i/${scene.image.uniqueLink}.`;
      const pending = async (): Promise<number[]> => {
        const rows = await readRows<{ id: number; payload: string }>(
          services.db,
          statement("SELECT id, payload FROM outbox_events WHERE kind = 'purge' ORDER BY id"),
        );
        return rows.filter(({ payload }) => payload.includes(path)).map(({ id }) => id);
      };
      /** The event of this image; events of other tests may be leased beside it. */
      const ownOf = ({ events }: EventLease<'purge'>): number | undefined =>
        events.find(({ payload }) => payload.paths.some((each) => each.startsWith(path)))?.id;
      const switchAndLease = async () => {
        await setVisibility(scene, 'private');
        await setVisibility(scene, 'public');
        return leaseEvents(services, 'purge', 100);
      };
      const first = await switchAndLease();
      const second = await switchAndLease();
      await setVisibility(scene, 'private');
      const [, , youngest] = await pending();
      await giveBack(services, first.id, first.events, 'the target is away');
      expect(await pending()).toEqual([ownOf(second), youngest]);
      await giveBack(services, second.id, second.events, 'the target is away');
      expect(await pending()).toEqual([youngest]);

      const third = await leaseEvents(services, 'purge', 100);
      await setVisibility(scene, 'public');
      await setVisibility(scene, 'private');
      const fourth = await leaseEvents(services, 'purge', 100);
      await giveBack(services, third.id, third.events, 'the target is away');
      expect(await pending()).toHaveLength(2);
      await giveBack(services, fourth.id, fourth.events, 'the target is away');
      expect(await pending()).toEqual([ownOf(fourth)]);
    },
  );

  it('finds the purge that it replaces by an index, however many are queued', async () => {
    const { db } = createTestWorker().services;
    const plan = await readRows<{ detail: string }>(
      db,
      statement(
        "EXPLAIN QUERY PLAN DELETE FROM outbox_events WHERE kind = 'purge' AND payload = ? AND (lease_expires_at IS NULL OR lease_expires_at <= ?)",
        '{}',
        0,
      ),
    );
    expect(plan.map(({ detail }) => detail).join()).toContain('outbox_purges');
  });

  it('changes nothing when the image already has that visibility', async () => {
    const scene = await publicImage();
    const before = await readRows(
      scene.worker.services.db,
      statement('SELECT id FROM outbox_events'),
    );
    expect((await setVisibility(scene, 'public')).data).toMatchObject({
      tokens_revoked: 0,
      warning: '',
    });
    expect(
      await readRows(scene.worker.services.db, statement('SELECT id FROM outbox_events')),
    ).toEqual(before);
  });

  it('names no link of a failed image, since nothing is served under one', async () => {
    const scene = await publicImage();
    const { worker, image } = scene;
    await runBatch(worker.services.db, [
      statement("UPDATE images SET processing_status = 'failed' WHERE id = ?", image.imageId),
    ]);
    for (const visibility of ['private', 'private', 'public']) {
      const { code, data } = await setVisibility(scene, visibility);
      expect([code, data['asset_link']]).toEqual([0, null]);
    }
    await runBatch(worker.services.db, [
      statement("UPDATE images SET processing_status = 'completed' WHERE id = ?", image.imageId),
    ]);
  });

  it('accepts only public and private', async () => {
    const scene = await publicImage();
    for (const value of ['', 'PUBLIC', 'unlisted'])
      expect((await setVisibility(scene, value)).code).toBe(3000);
  });

  it('answers 4038 during the deletion lock, 4093 in processing, 4031 to others', async () => {
    const scene = await publicImage();
    const { worker, owner, image } = scene;
    const stranger = await registerAndLogin(worker);
    expect((await setVisibility({ ...scene, owner: stranger }, 'private')).code).toBe(4031);
    const inWork = await seedProcessingImage(worker, { userId: owner.userId });
    expect((await setVisibility({ ...scene, image: inWork }, 'private')).code).toBe(4093);
    await runBatch(worker.services.db, [
      statement("UPDATE users SET status = 'pending_deletion' WHERE id = ?", owner.userId),
    ]);
    expect((await setVisibility(scene, 'private')).code).toBe(4038);
    expect((await view(scene, `/i/${image.uniqueLink}.webp`)).status).toBe(200);
    await runBatch(worker.services.db, [
      statement("UPDATE users SET status = 'active' WHERE id = ?", owner.userId),
    ]);
  });

  it('happens once for two concurrent requests, which get the same state', async () => {
    const scene = await publicImage();
    const answers = await Promise.all([
      setVisibility(scene, 'private'),
      setVisibility(scene, 'private'),
    ]);
    expect(answers.map(({ data }) => data['asset_link'])).toEqual(
      Array(2).fill(`${scene.image.uniqueLink}S`),
    );
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
        await dying.fetch(`/api/v1/images/${scene.image.imageId}/visibility`, {
          method: 'PATCH',
          headers: { ...scene.owner.headers, 'Content-Type': 'application/json' },
          body: '{"visibility":"private"}',
        });
        await dying.settle();
        const [row] = await readRows<{ visibility: string; events: number }>(
          scene.worker.services.db,
          statement(
            `SELECT visibility, (SELECT count(*) FROM outbox_events WHERE kind = 'purge' AND payload LIKE ?) AS events
           FROM images WHERE id = ?`,
            `%${scene.image.uniqueLink}.webp%`,
            scene.image.imageId,
          ),
        );
        expect(row).toEqual(
          row?.visibility === 'private'
            ? { visibility: 'private', events: 1 }
            : { visibility: 'public', events: 0 },
        );
        expect((await setVisibility(scene, 'private')).status).toBe(200);
        if (!crash.fired) {
          expect(index).toBeGreaterThan(3);
          break;
        }
      }
      expect(await findInconsistencies(createTestWorker())).toEqual([]);
    },
  );
});
