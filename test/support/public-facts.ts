import { expect } from 'vitest';
import type { TestWorker } from './worker.ts';

export const CONFIG = '/api/v1/public/config';
export const STATS = '/api/v1/public/stats';

/** What one of these paths answers. */
export const readFacts = async (worker: TestWorker, path: string): Promise<unknown> => {
  const response = await worker.fetch(path);
  expect(response.status).toBe(200);
  return (await response.json<{ data: unknown }>()).data;
};
