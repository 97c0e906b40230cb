import { describe, expect, it } from 'vitest';
import {
  ImageList,
  type ListedPage,
  type ListSource,
  type PageStart,
} from '../../../../../../src/console/features/gallery/model/image-list.ts';
import { image, images } from './support.ts';

/** A library that answers for pages on demand of the test. */
const openLibrary = () => {
  const asked: {
    cursor: string;
    from: string;
    signal: AbortSignal;
    answer: (page: ListedPage) => void;
    fail: (reason: Error) => void;
  }[] = [];
  const readPage = (start: PageStart, signal: AbortSignal): Promise<ListedPage> =>
    new Promise((answer, fail) => asked.push({ ...start, signal, answer, fail }));
  const read: ListSource = {
    readPage,
    monthOf: ({ created_at }) => created_at.slice(0, 7),
    isOldestFirst: false,
  };
  const list = new ImageList(
    read,
    () => {},
    () => false,
  );
  const answer = async (ids: number[], next = ''): Promise<void> => {
    asked.at(-1)?.answer({ images: images(...ids), next_cursor: next, has_more: next !== '' });
    await expect.poll(() => list.items.length).toBeGreaterThan(0);
    await Promise.resolve();
  };
  return { list, read, asked, answer };
};

/** The first images of a list. */
const first = (count: number) => ({ before: 0, first: 0, last: count - 1 });

describe('a list of images', () => {
  it('reads one page at a time, as far as requested', async () => {
    const { list, read, asked, answer } = openLibrary();
    list.restart(read, first(2));
    list.want(first(4));
    expect(asked.length).toBe(1);
    await answer([9, 8, 7], 'a');
    await expect.poll(() => asked.length).toBe(2);
    expect(asked[1]?.cursor).toBe('a');
    await answer([6, 5], 'b');
    await expect.poll(() => list.isLoading).toBe(false);
    expect(asked.length).toBe(2);
    expect(list.items.ids()).toEqual([9, 8, 7, 6, 5]);
    list.want(first(6));
    expect(asked[2]?.cursor).toBe('b');
  });

  it('continues over empty pages of a search', async () => {
    const { list, read, asked, answer } = openLibrary();
    list.restart(read);
    asked[0]?.answer({ images: [], next_cursor: 'a', has_more: true });
    await expect.poll(() => asked.length).toBe(2);
    await answer([1]);
    expect(list.hasMore).toBe(false);
  });

  it('keeps the previous images until new ones arrive, and aborts pending reads', async () => {
    const { list, read, asked, answer } = openLibrary();
    list.restart(read);
    await answer([3], 'a');
    list.want(first(5));
    list.restart(read);
    expect(asked[1]?.signal.aborted).toBe(true);
    expect(list.items.ids()).toEqual([3]);
    expect(list.isOutdated).toBe(true);
    asked[1]?.answer({ images: images(2), next_cursor: '', has_more: false });
    asked[2]?.answer({ images: images(8), next_cursor: '', has_more: false });
    await expect.poll(() => list.items.ids()).toEqual([8]);
  });

  it('reports an error, and continues from there', async () => {
    const { list, read, asked, answer } = openLibrary();
    list.restart(read);
    await answer([3], 'a');
    list.want(first(2));
    asked[1]?.fail(new Error('no'));
    await expect.poll(() => list.error).not.toBeNull();
    list.want(first(3));
    expect(asked.length).toBe(2);
    list.retry();
    expect(asked[2]?.cursor).toBe('a');
  });

  it('shows an image that has moved to a later page only once', async () => {
    const { list, read, answer, asked } = openLibrary();
    list.restart(read, first(3));
    await answer([3, 2], 'a');
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.answer({ images: images(2, 1), next_cursor: '', has_more: false });
    await expect.poll(() => list.items.ids()).toEqual([3, 2, 1]);
  });

  it('restores hidden images to their place, and removed ones never', async () => {
    const { list, read, answer } = openLibrary();
    list.restart(read);
    await answer([5, 4, 3, 2]);
    list.hide([4, 3]);
    expect(list.items.ids()).toEqual([5, 2]);
    list.remove(new Set([3]));
    list.reveal([4, 3]);
    expect(list.items.ids()).toEqual([5, 4, 2]);
    list.takeHead({ images: images(6, 5, 4, 3, 2), has_more: false }, 24);
    expect(list.items.ids()).toEqual([6, 5, 4, 2]);
  });

  it('shows the current images, without their descriptions', async () => {
    const { list, read, answer } = openLibrary();
    list.restart(read);
    await answer([1]);
    list.update([image(1, { processing_status: 'failed', description: 'long' })]);
    expect(list.items.get(0)).toMatchObject({ processing_status: 'failed' });
    expect(list.items.get(0)).not.toHaveProperty('description');
  });

  it('drops images that no longer match, but shows them in the next list', async () => {
    const { list, read, asked, answer } = openLibrary();
    list.restart(read);
    await answer([3, 2, 1]);
    const isPublic = ({ visibility }: { readonly visibility: string }) => visibility === 'public';
    list.update([{ id: 2, visibility: 'private', asset_link: 'other' }], isPublic);
    expect(list.items.ids()).toEqual([3, 1]);
    list.restart(read);
    asked[1]?.answer({ images: images(3, 2, 1), next_cursor: '', has_more: false });
    await expect.poll(() => list.items.ids()).toEqual([3, 2, 1]);
  });

  it.each([
    ['new ones appear at the top', [4, 3, 2, 1], [6, 5, 4, 3], [6, 5, 4, 3, 2, 1]],
    ['deleted ones go', [4, 3, 2, 1], [4, 2], [4, 2, 1]],
    ['one that is older than all known stays out of the rest', [4, 3, 1], [4, 3, 2], [4, 3, 2, 1]],
  ])('updates its first images: %s', async (_, known, head, now) => {
    const { list, read, answer } = openLibrary();
    list.restart(read);
    await answer(known, 'a');
    expect(list.takeHead({ images: images(...head), has_more: true }, head.length)).toBe(true);
    expect(list.items.ids()).toEqual(now);
    expect(list.hasMore).toBe(true);
  });

  it.each([
    ['an empty one', [], [4, 3]],
    ['a short one', [9], [9, 4, 3]],
  ])('keeps found images older than %s page of the newest', async (...[, head, now]) => {
    const { list, read, answer } = openLibrary();
    list.restart(read);
    await answer([4, 3], 'a');
    expect(list.takeHead({ images: images(...head), has_more: true }, 24)).toBe(true);
    expect(list.items.ids()).toEqual(now);
    expect(list.hasMore).toBe(true);
  });

  it('must be read again when so many images came that there may be a gap', async () => {
    const { list, read, answer } = openLibrary();
    list.restart(read);
    await answer([2, 1], 'a');
    expect(list.takeHead({ images: images(9, 8), has_more: true }, 2)).toBe(false);
    expect(list.takeHead({ images: [], has_more: false }, 2)).toBe(true);
    expect(list.items).toHaveLength(0);
    expect(list.hasMore).toBe(false);
    // Also for an empty list: the first page is not all.
    expect(list.takeHead({ images: images(9, 8), has_more: true }, 2)).toBe(false);
    expect(list.takeHead({ images: images(9, 8), has_more: false }, 24)).toBe(true);
    expect(list.items.ids()).toEqual([9, 8]);
  });
});
