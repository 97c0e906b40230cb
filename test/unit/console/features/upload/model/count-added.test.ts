import { expect, it } from 'vitest';
import { countAdded } from '../../../../../../src/console/features/upload/model/count-added.ts';
import { wait } from './open-sender.ts';

it('images are counted once, in the album that has got them', () => {
  const known = (id: string, imageId: number, more: object) => ({
    ...wait(id, 0),
    state: { name: 'duplicate', imageId } as const,
    ...more,
  });
  const added = countAdded([
    known('a', 1, { albumId: 4, addedImageId: 1 }),
    known('same', 1, { albumId: 4, addedImageId: 1 }),
    known('b', 2, { albumId: 4, addedImageId: 2 }),
    known('c', 3, { albumId: 5, addedImageId: 3 }),
    known('waits', 6, { albumId: 5 }),
    known('refused', 7, { albumId: null }),
    { ...wait('again', 0), albumId: 5, addedImageId: 3 },
  ]);
  expect([...added]).toEqual([
    [4, 2],
    [5, 1],
  ]);
});
