import { describe, expect, it } from 'vitest';
import { changeVisibility } from '../../../../src/worker/domain/images/change-visibility.ts';
import { deleteImage } from '../../../../src/worker/domain/images/delete-image.ts';
import { editImage } from '../../../../src/worker/domain/images/edit-image.ts';
import { publicImage } from '../../../support/image-scene.ts';
import { InjectedFault } from '../../../support/instrument.ts';
import { createTestWorker } from '../../../support/worker.ts';

type Verb = typeof deleteImage;

const hide = (...[services, actor, imageId]: Parameters<Verb>) =>
  changeVisibility(services as Parameters<typeof changeVisibility>[0], actor, imageId, 'private');

const edit = (...[services, actor, imageId]: Parameters<Verb>) =>
  editImage(services as Parameters<typeof editImage>[0], actor, imageId, { title: 'Other' });

describe('a change whose answer from the database is lost', () => {
  it.each([
    ['a deletion', deleteImage, ['erase', 'purge']],
    ['a switch to private', hide, ['erase', 'purge']],
    ['an edit', edit, ['purge']],
  ] as const)('%s announces its effects at once', async (_, verb, kinds) => {
    const { worker, image } = await publicImage();
    const losing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        const result = await proceed();
        if (binding === 'DB' && method === 'batch') throw new InjectedFault('answer lost');
        return result;
      },
    });
    const announced: string[] = [];
    const services = {
      ...losing.services,
      outboxQueue: { send: async ({ kind }: { kind: string }) => void announced.push(kind) },
    };
    await expect(
      verb(services, { userId: image.userId, kind: 'web' }, image.imageId),
    ).rejects.toThrow('answer lost');
    await losing.settle();
    expect(announced.toSorted()).toEqual(kinds);
  });
});
