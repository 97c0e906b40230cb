import { beforeAll, describe, expect, it } from 'vitest';
import {
  readHash,
  readImageChoice,
  toImagesQuery,
} from '../../../../../../src/console/features/admin/model/image-choice.ts';
import { fakeApi, refuse } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';
import { stubPage } from '../../../support/stub-page.ts';

const HASH = 'ab'.repeat(32);

interface Items {
  readonly value: readonly { readonly id: number }[];
}

interface Search {
  readonly images: Items;
  readonly trashed: Items;
  readonly state: { readonly value: string };
  readonly progress: { readonly value: number };
  readonly error: { readonly value: unknown };
  readonly run: () => Promise<void>;
  readonly stop: () => void;
  readonly refresh: (id: number) => Promise<void>;
  readonly remove: (id: number) => void;
}

let HashSearch: new (sha256: string) => Search;

beforeAll(async () => {
  stubPage();
  ({ HashSearch } = await loadModules<{ HashSearch: typeof HashSearch }>(
    'features/admin/model/hash-search.ts',
  ));
});

interface Given {
  readonly ids?: readonly number[];
  readonly trashed?: readonly number[];
  readonly progress: number;
}

const pages: readonly Given[] = [
  { ids: [5], progress: 0 },
  { progress: 0.5 },
  { ids: [5, 3], trashed: [2], progress: 1 },
];

const answer = (cursor: string) => {
  const index = Number(cursor);
  const { ids = [], trashed = [], progress } = pages[index] ?? { progress: 1 };
  const hasMore = index + 1 < pages.length;
  return {
    items: ids.map((id) => ({ id, user_id: 1, matches: ['source' as const] })),
    trashed: trashed.map((id) => ({ id, user_id: 1, matches: ['source' as const] })),
    next_cursor: hasMore ? String(index + 1) : '',
    has_more: hasMore,
    progress,
  };
};

const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);

describe('a search by hash', () => {
  it('reads all pages one after the other, and lists each image once', async () => {
    const { calls } = fakeApi({
      'GET /api/v1/admin/images/by-hash': ({ query }) => answer(query.get('cursor') ?? ''),
    });
    const search = new HashSearch(HASH);
    await Promise.all([search.run(), search.run()]);
    expect(idsOf(search.images.value)).toEqual([5, 3]);
    expect(idsOf(search.trashed.value)).toEqual([2]);
    expect([search.state.value, search.progress.value]).toEqual(['done', 1]);
    expect(calls.map(({ query }) => query.get('cursor'))).toEqual(['', '1', '2']);
    expect(calls.every(({ query }) => query.get('sha256') === HASH)).toBe(true);
    await search.run();
    expect(calls).toHaveLength(3);
  });

  it('goes on behind its last page after it was stopped, or has failed', async () => {
    let isBroken = false;
    const { calls } = fakeApi({
      'GET /api/v1/admin/images/by-hash': ({ query }) => {
        const cursor = query.get('cursor') ?? '';
        if (cursor === '1' && !isBroken) search.stop();
        if (cursor === '2' && isBroken) {
          isBroken = false;
          return refuse(500, 1001);
        }
        return answer(cursor);
      },
    });
    const search: Search = new HashSearch(HASH);
    await search.run();
    expect(search.error.value).toBeNull();
    expect([search.state.value, idsOf(search.images.value)]).toEqual(['stopped', [5]]);
    isBroken = true;
    await search.run();
    expect([search.state.value, search.progress.value]).toEqual(['failed', 0.5]);
    expect(search.error.value).not.toBeNull();
    await search.run();
    expect([search.state.value, search.error.value]).toEqual(['done', null]);
    expect(idsOf(search.images.value)).toEqual([5, 3]);
    expect(calls.map(({ query }) => query.get('cursor'))).toEqual(['', '1', '1', '2', '2']);
  });

  it('shows a changed image as it is now, and none that is gone', async () => {
    fakeApi({
      'GET /api/v1/admin/images/by-hash': ({ query }) => answer(query.get('cursor') ?? ''),
      'GET /api/v1/images/{id}': ({ path }) =>
        path.endsWith('/5') ? { id: 5, title: 'hidden' } : refuse(404, 4041),
    });
    const search = new HashSearch(HASH);
    await search.run();
    await search.refresh(5);
    await search.refresh(3);
    expect(search.images.value).toMatchObject([{ id: 5, title: 'hidden', matches: ['source'] }]);
    search.remove(5);
    expect(search.images.value).toEqual([]);
  });
});

describe('a hash', () => {
  it.each([
    HASH,
    ` ${HASH}\n`,
    HASH.toUpperCase(),
    `sha256:${HASH}`,
    `SHA-256 (${HASH})`,
    HASH.replaceAll(/(..)(?=.)/gu, '$1:'),
  ])('is read from %j', (text) => expect(readHash(text)).toBe(HASH));

  it.each(['', 'x', HASH.slice(1), `${HASH}0`, `${HASH.slice(1)}g`])('is not %j', (text) =>
    expect(readHash(text)).toBeNull(),
  );

  it('stands in the address, and is searched for instead of listed', () => {
    const choice = readImageChoice({ hash: HASH });
    expect(choice).toEqual({ filter: 'hash', value: HASH });
    expect(toImagesQuery(choice)).toBeNull();
  });
});
