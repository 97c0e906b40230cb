import type { Person } from './people.ts';
import type { TestWorker } from './worker.ts';

export interface Answer<Data = Record<string, unknown>> {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data: Data;
}

/** Calls the API as a user (signed out when null), with a JSON body if given, and reads the envelope. */
export const call = async <Data = Record<string, unknown>>(
  worker: TestWorker,
  person: Pick<Person, 'headers'> | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<Data>> => {
  const response = await worker.fetch(`/api/v1${path}`, {
    method,
    headers: {
      ...person?.headers,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    ...(await response.json<{ code: number; message: string; data: Data }>()),
  };
};
