const TTL_SECONDS = 600;

const SELECT_IMAGE = `SELECT image_variants.mime_type, image_variants.sha256
  FROM images JOIN image_variants USING (image_file_id)
  WHERE images.unique_link = ? AND images.visibility = 'public' AND image_variants.kind = 'publish'`;

const linkOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1, url.lastIndexOf('.'));

/** Images from a cache lookup, else from the bucket beside the row that allows them, and into the cache. */
export default {
  async fetch(request, { BUCKET, DB }, ctx): Promise<Response> {
    const cached = await caches.default.match(request);
    if (cached !== undefined) return cached;
    const link = linkOf(request.url);
    const [row, object] = await Promise.all([
      DB.prepare(SELECT_IMAGE).bind(link).first<{ mime_type: string; sha256: string }>(),
      BUCKET.get(`images/${link}/publish.webp`),
    ]);
    if (row === null || object === null) return new Response(null, { status: 404 });
    const headers = {
      'Cache-Control': `public, max-age=${String(TTL_SECONDS)}`,
      'Content-Type': row.mime_type,
      ETag: `"${row.sha256}"`,
    };
    const response = new Response(object.body, { headers });
    ctx.waitUntil(caches.default.put(request, response.clone()));
    return response;
  },
} satisfies ExportedHandler<Pick<Env, 'BUCKET' | 'DB'>>;
