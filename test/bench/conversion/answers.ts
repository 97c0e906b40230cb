import type { DatabaseSync } from 'node:sqlite';
import { DEFAULT_KIND } from '../../../src/shared/variants.ts';
import { findPublished } from '../../../src/worker/domain/delivery/find-published.ts';
import { listImages } from '../../../src/worker/domain/images/list-images.ts';
import type { Services } from '../../../src/worker/domain/services.ts';
import { orderOf, type ListSort } from '../../../src/worker/http/api/images/list-sorts.ts';

const LISTED = 60;
const PAGES_MAX = 20;
const LINKS = 5;
const SORTS: readonly ListSort[] = [
  '-created_at',
  'created_at',
  '-view_count',
  '-file_size',
  'title',
];
/** One, two, five and more letters. */
const TERMS = ['7', 'q', 'zü', 'wa', 'sunse', 'heron', 'whiteboard 3 '];

type AnswerServices = Pick<Services, 'db' | 'keys'>;

/** The images that a library's owner is shown, by the question, and what stands behind some of their links. */
export async function askAll(
  services: AnswerServices,
  file: DatabaseSync,
  userId: number,
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const sort of SORTS) answers.set(sort, await listAll(services, userId, sort, ''));
  for (const term of TERMS)
    answers.set(searchName(term), await listAll(services, userId, '-created_at', term));
  const links = file
    .prepare('SELECT unique_link AS link FROM images WHERE user_id = ? ORDER BY id LIMIT ?')
    .all(userId, LINKS);
  for (const { link } of links) {
    const found = await findPublished(services.db, String(link), DEFAULT_KIND);
    answers.set(String(link), describeMatch(found));
  }
  return answers;
}

function describeMatch(found: Awaited<ReturnType<typeof findPublished>>): string {
  if (found?.pipelineVersion !== 2) return '';
  const { objectKey, mimeType, size, sha256, createdAt } = found.variant;
  return [found.id, found.filename, objectKey, mimeType, size, sha256, createdAt].join();
}

/** What searches must answer, from the filenames alone. */
export function expectSearches(file: DatabaseSync, userId: number): Map<string, string> {
  const images = file
    .prepare('SELECT id, filename FROM images WHERE user_id = ? ORDER BY created_at DESC, id DESC')
    .all(userId)
    .map(({ id, filename }) => ({ id: Number(id), text: String(filename).toLowerCase() }));
  return new Map(
    TERMS.map((term) => {
      const found = images.filter(({ text }) => text.includes(term)).map(({ id }) => id);
      return [searchName(term), found.slice(0, LISTED).join()];
    }),
  );
}

function searchName(term: string): string {
  return `search for “${term}”`;
}

async function listAll(
  services: AnswerServices,
  userId: number,
  sort: ListSort,
  search: string,
): Promise<string> {
  const ids: number[] = [];
  let cursor = '';
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const request = { from: '', limit: LISTED, order: orderOf(sort), visibility: null, search };
    const { images, nextCursor, hasMore } = await listImages(
      services,
      { userId },
      { ...request, cursor },
    );
    ids.push(...images.map(({ id }) => id));
    cursor = nextCursor;
    if (!hasMore || ids.length >= LISTED) break;
  }
  return ids.slice(0, LISTED).join();
}
