import { describe, expect, it } from 'vitest';
import { searchColumns } from '../../../../src/worker/lib/search-text.ts';
import { seedPublishedImage } from '../../../support/images.ts';
import { createTestWorker } from '../../../support/worker.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';

const worker = createTestWorker();
const { db } = worker.services;

/** An image in the index. */
const seedMarked = async () => {
  const image = await seedPublishedImage(worker);
  await runBatch(db, [statement('UPDATE images SET is_large = 1 WHERE id = ?', image.imageId)]);
  return image;
};

const setText = async (imageId: number, searchText: string): Promise<void> => {
  await runBatch(db, [
    statement('UPDATE images SET search_text = ? WHERE id = ?', searchText, imageId),
  ]);
};

const suffixesOf = async (imageId: number): Promise<string[]> => {
  const rows = await readRows<{ suffix: string }>(
    db,
    statement('SELECT suffix FROM image_suffixes WHERE image_id = ? ORDER BY suffix', imageId),
  );
  return rows.map(({ suffix }) => suffix);
};

describe('the substring index', () => {
  it('holds 12 characters from each position, but none from a separator', async () => {
    const { imageId } = await seedMarked();
    const { searchText } = searchColumns({
      title: 'Ю🙂',
      filename: 'abcdefghijklmn',
      description: '',
    });
    await setText(imageId, searchText);
    expect(await suffixesOf(imageId)).toEqual(
      [
        'ю🙂\u001Fabcdefghi',
        '🙂\u001Fabcdefghij',
        'abcdefghijkl',
        'bcdefghijklm',
        'cdefghijklmn',
        'defghijklmn',
        'efghijklmn',
        'fghijklmn',
        'ghijklmn',
        'hijklmn',
        'ijklmn',
        'jklmn',
        'klmn',
        'lmn',
        'mn',
        'n',
      ].toSorted((a, b) => ((a.codePointAt(0) ?? 0) < (b.codePointAt(0) ?? 0) ? -1 : 1)),
    );
  });

  it('has at most 320 entries per image and a mark of longer texts, even when case folding makes its texts longer', async () => {
    const distinct = Array.from({ length: 255 }, (_, index) =>
      String.fromCodePoint(0x4e00 + index),
    );
    const worst = {
      title: distinct.toReversed().join(''),
      filename: distinct.map((character) => `ﷺ${character}`).join(''),
      description: distinct.join(' '),
    };
    for (const texts of [worst, { ...worst, title: 'ﷺ'.repeat(255) }]) {
      const { imageId } = await seedMarked();
      await setText(imageId, searchColumns(texts).searchText);
      const { length } = await suffixesOf(imageId);
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThanOrEqual(321);
    }
  });

  it('has no entries of an image that is not marked', async () => {
    const { imageId } = await seedMarked();
    await setText(imageId, 'ab');
    await runBatch(db, [statement('UPDATE images SET is_large = 0 WHERE id = ?', imageId)]);
    expect(await suffixesOf(imageId)).toEqual([]);
    await setText(imageId, 'xyz');
    expect(await suffixesOf(imageId)).toEqual([]);
    await runBatch(db, [statement('UPDATE images SET is_large = 1 WHERE id = ?', imageId)]);
    expect(await suffixesOf(imageId)).toEqual(['xyz', 'yz', 'z']);
  });

  it('follows a changed text, and loses the entries of a deleted image', async () => {
    const { imageId } = await seedMarked();
    await setText(imageId, 'aaaaaaaaaaaaaaaaaaaa');
    await setText(imageId, 'xy');
    expect(await suffixesOf(imageId)).toEqual(['xy', 'y']);
    await runBatch(db, [statement('DELETE FROM images WHERE id = ?', imageId)]);
    expect(await suffixesOf(imageId)).toEqual([]);
  });
});
