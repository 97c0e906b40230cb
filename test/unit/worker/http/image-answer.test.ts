import { expect, it } from 'vitest';
import type { OpenedImage } from '../../../../src/worker/domain/delivery/read-object.ts';
import { toImageResponse } from '../../../../src/worker/http/image-answer.ts';

/** An image whose record counts reads of its description. */
const setUp = () => {
  const looks = { count: 0 };
  const record: OpenedImage['record'] = {
    imageId: 1,
    get etag() {
      looks.count += 1;
      return '"tag"';
    },
    lastModifiedMs: 0,
    size: 3,
    mimeType: 'image/webp',
    disposition: 'inline',
    isLegacy: false,
    readAt: 0,
  };
  const answer = (secondsLeft: number | null): Headers =>
    toImageResponse({ record, selection: { status: 200 }, body: null, secondsLeft }).headers;
  return { looks, answer };
};

it('the headers of a public image are made once for all its answers', () => {
  const { looks, answer } = setUp();
  const lives = [600, 600, 599, 1].map((secondsLeft) => answer(secondsLeft).get('Cache-Control'));
  expect(looks.count).toBe(1);
  expect(lives).toEqual(
    [600, 600, 599, 1].map((left) => `public, max-age=${left}, must-revalidate`),
  );
});

it('a changed answer does not affect the next one', () => {
  const { answer } = setUp();
  const first = answer(600);
  first.set('ETag', '"other"');
  first.delete('Content-Type');
  expect([...answer(600)]).toEqual([...setUp().answer(600)]);
});

it('a private answer never gets the headers of a public one', () => {
  const { answer } = setUp();
  answer(600);
  expect(answer(null).get('Cache-Control')).toBe('no-store');
  expect(answer(null).has('Access-Control-Allow-Origin')).toBe(false);
});
