import { searchColumns } from '../../src/worker/lib/search-text.ts';
import { newUniqueLink } from '../../src/shared/ids.ts';
import type { Person } from './people.ts';
import type { TestWorker } from './worker.ts';
import { runBatch, statement } from './sql.ts';

export interface WireImage {
  readonly id: number;
  readonly title: string;
  readonly visibility: string;
  readonly created_at: string;
  readonly taken_at: string | null;
  readonly view_count: number;
  readonly file_size: number;
}

export interface ListAnswer {
  readonly status: number;
  readonly code: number;
  readonly data: {
    readonly images: WireImage[];
    readonly next_cursor: string;
    readonly has_more: boolean;
  };
}

/** One page of a user's images. */
export const listPage = async (
  worker: TestWorker,
  { headers }: Person,
  query: Record<string, string> = {},
): Promise<ListAnswer> => {
  const response = await worker.fetch(`/api/v1/images/?${new URLSearchParams(query).toString()}`, {
    headers,
  });
  return { status: response.status, ...(await response.json<Omit<ListAnswer, 'status'>>()) };
};

/** All pages in order; `between` runs before each next one. */
export const listAll = async (
  worker: TestWorker,
  person: Person,
  query: Record<string, string> = {},
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<WireImage[]> => {
  const images: WireImage[] = [];
  for (let page = 1, cursor = ''; ; page += 1) {
    const { status, data } = await listPage(worker, person, { ...query, cursor });
    if (status !== 200) throw new Error(`page ${page} was refused`);
    images.push(...data.images);
    if (!data.has_more) return images;
    cursor = data.next_cursor;
    await between(page);
  }
};

export interface NamedImage {
  readonly title?: string;
  readonly filename?: string;
  readonly description?: string;
  readonly visibility?: 'public' | 'private';
  readonly viewCount?: number;
  readonly fileSize?: number;
  readonly createdAt?: number;
  readonly takenAt?: number;
  /** As it is stored. */
  readonly camera?: string;
}

/** Rows of images with given texts and figures, without objects: for lists alone. Returns their ids. */
export const addImages = async (
  { services: { db }, clock }: TestWorker,
  userId: number,
  images: readonly NamedImage[],
): Promise<number[]> => {
  const results = await runBatch(
    db,
    images.flatMap((image) => {
      const { filename = 'photograph.jpg', title = filename, description = '' } = image;
      const { titleKey, searchText } = searchColumns({ title, filename, description });
      const createdAt = image.createdAt ?? clock.now();
      return [
        statement('INSERT INTO image_files (size, created_at) VALUES (0, ?)', createdAt),
        statement(
          `INSERT INTO images (user_id, image_file_id, unique_link, title, filename, description, visibility,
             pipeline_version, processing_status, view_count, width, height, file_size, created_at, updated_at,
             title_key, search_text, taken_at, camera)
           VALUES (?, last_insert_rowid(), ?, ?, ?, ?, ?, 2, 'completed', ?, 1, 1, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
          userId,
          newUniqueLink(),
          title,
          filename,
          description,
          image.visibility ?? 'public',
          image.viewCount ?? 0,
          image.fileSize ?? 1,
          createdAt,
          createdAt,
          titleKey,
          searchText,
          image.takenAt ?? null,
          image.camera ?? null,
        ),
      ];
    }),
  );
  return results.flat().map((row) => Number(row['id']));
};

/** Images with many equal values under every sort. */
export const mixedImages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `${'aB'[index % 2]}${'xyz'[index % 3]}`,
    visibility: (['public', 'private'] as const)[(index >> 1) % 2] ?? 'public',
    viewCount: index % 4,
    fileSize: 1 + (index % 5),
    createdAt: 1_700_000_000_000 + (index % 6) * 1000,
    ...(index % 7 < 4 ? { takenAt: 1_700_000_001_000 + (index % 3) * 1000 } : {}),
  }));
