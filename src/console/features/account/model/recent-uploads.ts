import { api, call } from '../../../api/client.ts';
import { PACE_WINDOW_MS, type PastUpload } from './quota.ts';

const PAGE_IMAGES = 100;
/** Enough for a rate, also of large uploads. */
const MAX_PAGES = 3;

export async function readRecentUploads(signal: AbortSignal): Promise<readonly PastUpload[]> {
  const uploads: PastUpload[] = [];
  const earliestMs = Date.now() - PACE_WINDOW_MS;
  let cursor = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { limit: PAGE_IMAGES, sort: '-created_at', cursor } as const;
    const { images, next_cursor: nextCursor } = await call(
      api.GET('/api/v1/images/', { params: { query }, signal }),
    );
    for (const { created_at: createdAt, file_size: bytes, processing_status: status } of images) {
      // A failed upload uses no bytes.
      if (status !== 'failed') uploads.push({ createdAtMs: Date.parse(createdAt), bytes });
    }
    cursor = nextCursor;
    if (cursor === '' || (uploads.at(-1)?.createdAtMs ?? 0) < earliestMs) break;
  }
  return uploads;
}
