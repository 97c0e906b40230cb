import type { Page } from 'playwright-core';

/** Durations for one picture, in seconds. */
export interface UploadSteps {
  /** From the drop to the first request of a part. */
  readonly prepare: number;
  /** Until the upload is complete. */
  readonly send: number;
  /** Until the row shows the link. */
  readonly publish: number;
}

const DEADLINE_MS = 180_000;

/** Uploads a picture on the upload page and waits for its link. */
export const timeUpload = async (page: Page, path: string): Promise<UploadSteps> => {
  const picker = page.locator('[data-picker=files]');
  await picker.waitFor({ state: 'attached' });
  const firstPart = page.waitForRequest((request) => request.method() === 'PUT', {
    timeout: DEADLINE_MS,
  });
  const completed = page.waitForResponse((response) => response.url().endsWith('/complete'), {
    timeout: DEADLINE_MS,
  });
  const begunAt = performance.now();
  await picker.setInputFiles(path);
  await firstPart;
  const preparedAt = performance.now();
  await completed;
  const sentAt = performance.now();
  await page.locator('.upload-queue-count', { hasText: '1 of 1 uploaded' }).waitFor({
    timeout: DEADLINE_MS,
  });
  const seconds = (from: number, to: number): number => (to - from) / 1000;
  return {
    prepare: seconds(begunAt, preparedAt),
    send: seconds(preparedAt, sentAt),
    publish: seconds(sentAt, performance.now()),
  };
};
