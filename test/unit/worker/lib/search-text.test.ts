import { describe, expect, it } from 'vitest';
import { searchColumns } from '../../../../src/worker/lib/search-text.ts';

describe('searchColumns', () => {
  it('joins the folded texts with a separator that no folded text contains', () => {
    expect(searchColumns({ title: 'Été', filename: 'A\u001FB.jpg', description: 'Sea' })).toEqual({
      titleKey: 'été',
      searchText: 'été\u001Fa b.jpg\u001Fsea',
    });
  });

  it('leaves out a text that another one contains', () => {
    const { searchText } = searchColumns({
      title: 'IMG_1',
      filename: 'img_1.jpg',
      description: '',
    });
    expect(searchText).toBe('img_1.jpg');
    expect(searchColumns({ title: 'a', filename: 'a', description: 'A' }).searchText).toBe('a');
  });

  it('limits the title key to 128 code points, and keeps the whole texts for searches', () => {
    const columns = searchColumns({
      title: '🙂'.repeat(255),
      filename: 'x',
      description: 'ﷺ'.repeat(2000),
    });
    expect(Array.from(columns.titleKey)).toHaveLength(128);
    expect(Array.from(columns.searchText)).toHaveLength(255 + 1 + 1 + 1 + 2000 * 18);
  });
});
