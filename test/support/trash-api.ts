import type { Person } from './people.ts';
import type { TestWorker } from './worker.ts';

type Caller = Pick<Person, 'headers'>;

interface Answer<Data> {
  readonly status: number;
  readonly code: number;
  readonly data: Data;
}

interface Page {
  readonly images: readonly { readonly id: number; readonly erase_due_at: string }[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

async function call<Data>(
  worker: TestWorker,
  { headers }: Caller,
  method: string,
  path: string,
  json?: unknown,
): Promise<Answer<Data>> {
  const response = await worker.fetch(`/api/v1${path}`, {
    method,
    headers: json === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: response.status, ...(await response.json<Omit<Answer<Data>, 'status'>>()) };
}

export const trashAs = (worker: TestWorker, caller: Caller, id: number) =>
  call<Record<string, number>>(worker, caller, 'DELETE', `/images/${id}?trash=true`);

export const listTrashAs = (worker: TestWorker, caller: Caller, query = '') =>
  call<Page>(worker, caller, 'GET', `/trash/${query}`);

export const restoreAs = (worker: TestWorker, caller: Caller, ids: readonly number[]) =>
  call<{ image_ids: number[] }>(worker, caller, 'POST', '/trash/restore', { image_ids: ids });

export const deleteTrashedAs = (worker: TestWorker, caller: Caller, ids: readonly number[]) =>
  call<{ storage_used: number }>(worker, caller, 'POST', '/trash/delete', { image_ids: ids });

export const emptyTrashAs = (worker: TestWorker, caller: Caller) =>
  call<{ emptied: number; has_more: boolean; storage_used: number }>(
    worker,
    caller,
    'DELETE',
    '/trash/',
  );
