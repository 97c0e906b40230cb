import {
  eraseClosedUploads,
  expireUploads,
  finishUploads,
} from '../../src/worker/domain/uploads/sweep-uploads.ts';
import { forgetUploads } from '../../src/worker/domain/uploads/forget-uploads.ts';
import type { TestWorker } from './worker.ts';

/** One run of the sweep's steps for uploads; returns the number of processed sessions and rows. */
export const sweepUploads = async ({ services }: Pick<TestWorker, 'services'>): Promise<number> => {
  let count = 0;
  for (const step of [expireUploads, finishUploads, eraseClosedUploads, forgetUploads]) {
    count += await step(services);
  }
  return count;
};

/** Advances past a session's expiry and the longest request, with the sweep running. */
export const passTime = async (worker: TestWorker): Promise<void> => {
  const { UPLOAD_SESSION_TTL_MS, UPLOAD_PART_TIMEOUT_MS } = worker.services.config;
  for (const ms of [UPLOAD_SESSION_TTL_MS, UPLOAD_PART_TIMEOUT_MS + 60_000]) {
    worker.clock.advance(ms);
    await sweepUploads(worker);
  }
};
