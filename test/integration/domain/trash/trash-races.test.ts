import { beforeEach, describe, expect, it } from 'vitest';
import { trashImage } from '../../../../src/worker/domain/images/trash-image.ts';
import { deleteTrashed } from '../../../../src/worker/domain/trash/delete-trashed.ts';
import { restoreImages } from '../../../../src/worker/domain/trash/restore-images.ts';
import { sweepTrash } from '../../../../src/worker/domain/trash/sweep-trash.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { deleteImageAs } from '../../../support/images-api.ts';
import { seedPublishedImage, seedUser } from '../../../support/images.ts';
import { crashAt } from '../../../support/instrument.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { recover } from '../../../support/publication.ts';
import { resetState } from '../../../support/reset-state.ts';
import { listFindings } from '../../../support/states.ts';
import { trashAs } from '../../../support/trash-api.ts';
import { createTestWorker } from '../../../support/worker.ts';
import { rowsOf, run, stored, worker } from './trash-worker.ts';

beforeEach(resetState);

describe('races of the trash', () => {
  it.each(['restore', 'delete', 'sweep'] as const)(
    'let one of a restoration and a %s win, with an exact quota',
    async (rival) => {
      const userId = await seedUser(worker);
      const seen = new Set<boolean>();
      for (let round = 0; round < 8; round += 1) {
        const image = await seedPublishedImage(worker, { userId });
        await trashImage(worker.services, { userId, kind: 'web' }, image.imageId);
        if (rival === 'sweep') {
          const due = worker.clock.now() + 1;
          await run('UPDATE trashed_images SET erase_due_at = ?', due);
        }
        const restore = () => restoreImages(worker.services, { userId }, [image.imageId]);
        const others = {
          restore,
          delete: () => deleteTrashed(worker.services, { userId }, [image.imageId]),
          sweep: () => {
            worker.clock.advance(1);
            return sweepTrash(worker.services);
          },
        };
        const both = [restore, others[rival]];
        await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((write) => write()));
        const [live] = await rowsOf('SELECT id FROM images WHERE id = ?', image.imageId);
        seen.add(live !== undefined);
        await recover(worker, 1);
        expect(new Set(await stored(image))).toEqual(new Set([live !== undefined]));
        expect(await findInconsistencies(worker)).toEqual([]);
      }
      if (rival === 'sweep') expect(seen.size).toBe(2);
    },
  );

  it('leave nothing to restore once a deletion was first', async () => {
    const userId = await seedUser(worker);
    const image = await seedPublishedImage(worker, { userId });
    await trashImage(worker.services, { userId, kind: 'web' }, image.imageId);
    let isFirst = true;
    const late = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding }, proceed) => {
        if (binding === 'DB' && isFirst) {
          isFirst = false;
          await deleteTrashed(worker.services, { userId }, [image.imageId]);
        }
        return proceed();
      },
    });
    expect(await restoreImages(late.services, { userId }, [image.imageId])).toEqual([]);
    expect(isFirst).toBe(false);
    await recover(worker, 1);
    expect(await stored(image)).not.toContain(true);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('take an image once when it is thrown away and deleted for good at once', async () => {
    const owner = await registerAndLogin(worker);
    for (let round = 0; round < 8; round += 1) {
      const image = await seedPublishedImage(worker, { userId: owner.userId });
      const both = [trashAs, deleteImageAs];
      const writes = round % 2 === 0 ? both : both.toReversed();
      const answers = await Promise.all(writes.map((write) => write(worker, owner, image.imageId)));
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 4041]));
      await recover(worker, 1);
      const kept = await rowsOf('SELECT id FROM trashed_images WHERE id = ?', image.imageId);
      expect(new Set(await stored(image))).toEqual(new Set([kept.length === 1]));
      expect(await findInconsistencies(worker)).toEqual([]);
    }
  });

  it('move an image once when two requests throw it away', async () => {
    const owner = await registerAndLogin(worker);
    const { imageId } = await seedPublishedImage(worker, { userId: owner.userId });
    const answers = await Promise.all([
      trashAs(worker, owner, imageId),
      trashAs(worker, owner, imageId),
    ]);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 4041]));
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});

describe('a Worker that dies', () => {
  it('after any operation leaves each verb whole or undone', async () => {
    const userId = await seedUser(worker);
    const image = await seedPublishedImage(worker, { userId });
    const verbs = [
      (services: typeof worker.services) =>
        trashImage(services, { userId, kind: 'web' }, image.imageId),
      (services: typeof worker.services) => restoreImages(services, { userId }, [image.imageId]),
      (services: typeof worker.services) =>
        trashImage(services, { userId, kind: 'web' }, image.imageId),
      (services: typeof worker.services) => deleteTrashed(services, { userId }, [image.imageId]),
    ];
    for (const verb of verbs) {
      for (let index = 0; ; index += 1) {
        const crash = crashAt(index, 'after');
        const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
        await verb(dying.services).catch(() => undefined);
        await dying.settle();
        expect(await listFindings(worker)).toEqual([]);
        if (!crash.fired) break;
      }
    }
    await recover(worker, 1);
    expect(await stored(image)).not.toContain(true);
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});
