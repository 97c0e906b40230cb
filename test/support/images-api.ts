import type { Person } from './people.ts';
import type { TestWorker } from './worker.ts';

export interface DeleteAnswer {
  readonly status: number;
  readonly code: number;
  readonly data?: {
    readonly image_id: number;
    readonly storage_freed_bytes: number;
    readonly storage_used: number;
    readonly storage_quota: number;
  };
}

export const deleteImageAs = async (
  worker: TestWorker,
  { headers }: Pick<Person, 'headers'>,
  id: string | number,
): Promise<DeleteAnswer> => {
  const response = await worker.fetch(`/api/v1/images/${id}`, { method: 'DELETE', headers });
  return { status: response.status, ...(await response.json<Omit<DeleteAnswer, 'status'>>()) };
};
