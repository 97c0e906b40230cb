import type { Person } from './people.ts';
import type { TestWorker } from './worker.ts';

type Caller = Pick<Person, 'headers'>;

export interface ApiAnswer<Data> {
  readonly status: number;
  readonly code: number;
  readonly data: Data;
}

export interface ApiAlbum {
  readonly id: number;
  readonly title: string;
  readonly visibility: string;
  readonly order: string;
  readonly url: string | null;
  readonly image_count: number;
  readonly cover: { readonly image_id: number; readonly is_chosen: boolean } | null;
}

interface ImagePage {
  readonly images: readonly { readonly id: number }[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

export async function callAlbums<Data = ApiAlbum>(
  worker: Pick<TestWorker, 'fetch'>,
  { headers }: Caller,
  method: string,
  path = '',
  json?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer<Data>> {
  const type = json === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await worker.fetch(`/api/v1/albums${path}`, {
    method,
    headers: { ...headers, ...type, ...more },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: response.status, ...(await response.json<Omit<ApiAnswer<Data>, 'status'>>()) };
}

export async function createAlbumAs(
  worker: TestWorker,
  caller: Caller,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<ApiAlbum> {
  const answer = await callAlbums(worker, caller, 'POST', '', { title: 'Harbours', ...fields });
  return answer.data;
}

export const addToAlbumAs = (
  worker: TestWorker,
  caller: Caller,
  albumId: number,
  ids: readonly number[],
) =>
  callAlbums<{ image_ids: number[]; image_count: number }>(
    worker,
    caller,
    'POST',
    `/${albumId}/images`,
    { image_ids: ids },
  );

export const readAlbumAs = async (worker: TestWorker, caller: Caller, albumId: number) =>
  (await callAlbums(worker, caller, 'GET', `/${albumId}`)).data;

/** The ids of all images, by pages. */
export async function listAlbumAs(
  worker: TestWorker,
  caller: Caller,
  albumId: number,
  limit = 100,
): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor = ''; ;) {
    const path = `/${albumId}/images?limit=${limit}&cursor=${cursor}`;
    const { data } = await callAlbums<ImagePage>(worker, caller, 'GET', path);
    ids.push(...data.images.map(({ id }) => id));
    if (!data.has_more) return ids;
    cursor = data.next_cursor;
  }
}
