import { readAllVariants, WITH_ALL_VARIANTS } from './packed-variants.ts';
import type { TestWorker } from './worker.ts';

/**
 * Objects that the database permits and requires in the bucket. A session that is open, whose publication may be
 * retried, or whose last erasure is queued may have objects; a finished and erased one may not.
 */
const OBJECT_RULES = `
  SELECT object_key, size, 1 AS required, 'variant' AS owner FROM image_variants
  UNION ALL
  SELECT p.object_key, p.size,
    (s.status IN ('initiated', 'uploading') AND p.status = 'uploaded')
      OR (s.status = 'processing' AND p.kind = 'publish_source') AS required,
    'part of session ' || s.upload_id AS owner
  FROM upload_parts p JOIN upload_sessions s USING (upload_id)
  WHERE s.status IN ('initiated', 'uploading')
    OR s.erase_due_at IS NOT NULL
    OR (p.kind = 'publish_source' AND (s.status IN ('processing', 'cleanup_pending') OR s.reserved_bytes > 0))
  UNION ALL
  SELECT replace(p.object_key, '/master.webp', '/publish.webp'), NULL, 0, 'publication of session ' || s.upload_id
  FROM upload_parts p JOIN upload_sessions s USING (upload_id)
  WHERE p.kind = 'master' AND s.status IN ('processing', 'failed')
    AND (s.reserved_bytes > 0 OR s.erase_due_at IS NOT NULL)
  UNION ALL
  SELECT left_over.value, NULL, 0, 'upload ' || s.upload_id
  FROM upload_sessions s, json_each(json_array(s.original_key,
    replace(s.original_key || '|', '/original|', '/derived.webp'),
    replace(s.original_key || '|', '/original|', '/derived.avif'))) left_over
  WHERE s.original_key IS NOT NULL
    AND (s.status IN ('initiated', 'processing') OR s.reserved_bytes > 0 OR s.erase_due_at IS NOT NULL
      OR EXISTS (SELECT 1 FROM publication_jobs j WHERE j.upload_id = s.upload_id AND j.kind = 'avif'
        AND j.status <> 'done'))
  UNION ALL
  SELECT key.value, NULL, 0, 'erase event ' || e.id
  FROM outbox_events e, json_tree(e.payload) key WHERE e.kind = 'erase' AND key.type = 'text'`;

/** Each query returns a row `found` for every contradiction within the database. */
const CONTRADICTIONS = [
  `SELECT 'user ' || id || ': storage_used ' || storage_used || ', variants hold ' || actual AS found FROM (
     SELECT u.id, u.storage_used, (SELECT coalesce(sum(v.size), 0) FROM images i
       JOIN image_variants v USING (image_file_id) WHERE i.user_id = u.id)
       + (SELECT coalesce(sum(v.size), 0) FROM trashed_images i
       JOIN image_variants v USING (image_file_id) WHERE i.user_id = u.id) AS actual FROM users u)
   WHERE storage_used <> actual`,
  `SELECT 'user ' || id || ': storage_reserved ' || storage_reserved || ', sessions hold ' || actual AS found FROM (
     SELECT u.id, u.storage_reserved, (SELECT coalesce(sum(reserved_bytes), 0) FROM upload_sessions s
       WHERE s.user_id = u.id) AS actual FROM users u)
   WHERE storage_reserved <> actual`,
  `SELECT 'user ' || id || ': image_count ' || image_count || ', has ' || actual AS found FROM (
     SELECT u.id, u.image_count, (SELECT count(*) FROM images i WHERE i.user_id = u.id) AS actual FROM users u)
   WHERE image_count <> actual`,
  `SELECT 'user ' || id || ': trashed_count ' || trashed_count || ', has ' || actual AS found FROM (
     SELECT u.id, u.trashed_count, (SELECT count(*) FROM trashed_images i WHERE i.user_id = u.id) AS actual FROM users u)
   WHERE trashed_count <> actual`,
  `SELECT 'user ' || id || ': album_count ' || album_count || ', has ' || actual AS found FROM (
     SELECT u.id, u.album_count, (SELECT count(*) FROM albums a WHERE a.user_id = u.id) AS actual FROM users u)
   WHERE album_count <> actual`,
  `SELECT 'album ' || id || ': image_count ' || image_count || ', has ' || actual AS found FROM (
     SELECT a.id, a.image_count, (SELECT count(*) FROM album_images m WHERE m.album_id = a.id) AS actual FROM albums a)
   WHERE image_count <> actual`,
  `SELECT 'album ' || a.id || ' has another user''s image ' || i.id AS found
   FROM albums a JOIN album_images m ON m.album_id = a.id JOIN images i ON i.id = m.image_id
   WHERE i.user_id <> a.user_id`,
  `SELECT 'album ' || id || ' has a cover of others' AS found FROM albums a WHERE cover_image_id IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM album_images m WHERE m.album_id = a.id AND m.image_id = a.cover_image_id)`,
  `SELECT 'site ' || name || ': ' || stated || ', counted ' || actual AS found FROM (
     SELECT 'users' AS name, t.users AS stated, (SELECT count(*) FROM users) AS actual FROM site_totals t
     UNION ALL
     SELECT 'active_users', t.active_users, (SELECT count(*) FROM users WHERE status = 'active') FROM site_totals t
     UNION ALL
     SELECT 'images', t.images, (SELECT count(*) FROM images) FROM site_totals t
     UNION ALL
     SELECT 'storage_used', t.storage_used, (SELECT coalesce(sum(size), 0) FROM image_variants) FROM site_totals t
     UNION ALL
     SELECT 'storage_reserved', t.storage_reserved, (SELECT coalesce(sum(reserved_bytes), 0) FROM upload_sessions)
       FROM site_totals t)
   WHERE stated <> actual`,
  `SELECT 'site trashed_images: ' || trashed_images || ', counted ' || actual AS found FROM (
     SELECT trashed_images, (SELECT count(*) FROM trashed_images) AS actual FROM site_totals)
   WHERE trashed_images <> actual`,
  `SELECT 'site published_images: ' || published_images || ', counted ' || actual AS found FROM (
     SELECT published_images, (SELECT count(*) FROM images WHERE processing_status = 'completed') AS actual
     FROM site_totals)
   WHERE published_images <> actual`,
  `SELECT 'site sessions: ' || sessions || ', counted ' || actual AS found FROM (
     SELECT sessions, (SELECT count(*) FROM user_sessions) AS actual FROM site_totals)
   WHERE sessions <> actual`,
  `SELECT 'file ' || f.id || ': size ' || f.size || ' is not the sum of its variants' AS found FROM image_files f
   WHERE f.size <> (SELECT coalesce(sum(size), 0) FROM image_variants v WHERE v.image_file_id = f.id)`,
  `SELECT 'file ' || id || ': belongs to no image' AS found FROM image_files
   WHERE id NOT IN (SELECT image_file_id FROM images UNION ALL SELECT image_file_id FROM trashed_images)`,
  `SELECT 'session ' || upload_id || ': ' || status || ' and still holds ' || reserved_bytes AS found
   FROM upload_sessions WHERE status IN ('completed', 'cancelled') AND reserved_bytes <> 0`,
  `SELECT 'session ' || upload_id || ': ' || status || ' without a time of closing' AS found
   FROM upload_sessions WHERE status IN ('completed', 'cancelled') AND closed_at IS NULL`,
  `SELECT 'session ' || s.upload_id || ': processing without a job to come' AS found FROM upload_sessions s
   WHERE s.status = 'processing' AND NOT EXISTS (SELECT 1 FROM publication_jobs j
     WHERE j.upload_id = s.upload_id AND j.image_id = s.image_id AND j.status IN ('queued', 'running'))`,
  `SELECT 'job ' || j.id || ': ' || j.status || ' without a session in processing or to be cleaned up' AS found FROM publication_jobs j
   WHERE j.kind = 'publish' AND j.status IN ('queued', 'running') AND NOT EXISTS (SELECT 1 FROM upload_sessions s
     WHERE s.upload_id = j.upload_id AND s.status IN ('processing', 'cleanup_pending'))`,
  `SELECT 'job ' || j.id || ': ' || j.status || ' without an upload' AS found FROM publication_jobs j
   WHERE j.kind = 'avif' AND j.status <> 'done' AND NOT EXISTS (SELECT 1 FROM upload_sessions s
     WHERE s.upload_id = j.upload_id AND s.status = 'completed')`,
  `SELECT 'image ' || i.id || ': ' || i.processing_status || ' without a job to come' AS found FROM images i
   WHERE i.processing_status IN ('pending', 'processing')
     AND NOT EXISTS (SELECT 1 FROM publication_jobs j WHERE j.image_id = i.id AND j.kind = 'publish'
     AND j.status IN ('queued', 'running'))`,
  `SELECT 'image ' || i.id || ': without its original' AS found FROM images i
   WHERE i.pipeline_version = 1 AND i.processing_status <> 'failed' AND NOT EXISTS (SELECT 1 FROM image_variants v
     WHERE v.image_file_id = i.image_file_id AND v.kind = 'original')`,
] as const;

interface ObjectRule {
  readonly object_key: string;
  readonly size: number | null;
  readonly required: number;
  readonly owner: string;
}

/**
 * Compares the bucket with the database both ways and recomputes every total. Returns one sentence per inconsistency.
 * Needs a Worker without an interceptor.
 */
export async function findInconsistencies({ env }: TestWorker): Promise<string[]> {
  const variants = await readAllVariants(env.DB);
  const [objects, [rules, ...contradictions]] = await Promise.all([
    listObjects(env.BUCKET),
    env.DB.batch(
      [OBJECT_RULES, ...CONTRADICTIONS].map((text) =>
        env.DB.prepare(WITH_ALL_VARIANTS + text).bind(variants),
      ),
    ),
  ]);
  const demanded = (rules?.results ?? []) as ObjectRule[];
  const known = new Set(demanded.map((rule) => rule.object_key));
  const unknown = [...objects.keys()].filter((key) => !known.has(key));
  const faults = demanded.flatMap(({ object_key: key, size, required, owner }) => {
    const stored = objects.get(key);
    if (stored === undefined) return required === 1 ? [`object ${key}: missing (${owner})`] : [];
    return size === null || stored === size
      ? []
      : [`object ${key}: ${stored} bytes, not ${size} (${owner})`];
  });
  return [
    ...unknown.map((key) => `object ${key}: belongs to nothing`),
    ...faults,
    ...contradictions.flatMap(({ results }) =>
      (results as { found: string }[]).map(({ found }) => found),
    ),
  ];
}

async function listObjects(bucket: R2Bucket): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (let cursor: string | undefined; ;) {
    const page = await bucket.list(cursor === undefined ? {} : { cursor });
    for (const { key, size } of page.objects) sizes.set(key, size);
    if (!page.truncated) return sizes;
    cursor = page.cursor;
  }
}
