import type { StorageBindings } from '../../../scripts/support/storage-runtime.ts';

const TABLES = [
  'users',
  'images',
  'image_files',
  'image_variants',
  'image_tokens',
  'share_links',
  'upload_sessions',
  'upload_parts',
  'publication_jobs',
  'processing_events',
  // Triggers fill them.
  'user_counts',
  'image_suffixes',
];

/** Of tables that a restore fills, and the site's totals. */
export async function countRows({
  DB,
}: Pick<StorageBindings, 'DB'>): Promise<Record<string, unknown>> {
  const totals = await DB.prepare(
    'SELECT users, active_users, images, views, storage_used, storage_reserved, published_images FROM site_totals',
  ).first<Record<string, unknown>>();
  const counts = await DB.batch<{ n: number }>(
    TABLES.map((name) => DB.prepare(`SELECT count(*) AS n FROM ${name}`)),
  );
  return {
    ...totals,
    ...Object.fromEntries(TABLES.map((name, index) => [name, counts[index]?.results[0]?.n])),
  };
}
