const TTL_SECONDS = 600;

const linkOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1, url.lastIndexOf('.'));

/** Images from a cache lookup, else from the bucket and into the cache. */
export default {
  async fetch(request, { BUCKET }, ctx): Promise<Response> {
    const cached = await caches.default.match(request);
    if (cached !== undefined) return cached;
    const object = await BUCKET.get(`images/${linkOf(request.url)}/publish.webp`);
    if (object === null) return new Response(null, { status: 404 });
    const headers = {
      'Cache-Control': `public, max-age=${String(TTL_SECONDS)}`,
      'Content-Type': 'image/webp',
      ETag: object.httpEtag,
    };
    const response = new Response(object.body, { headers });
    ctx.waitUntil(caches.default.put(request, response.clone()));
    return response;
  },
} satisfies ExportedHandler<Pick<Env, 'BUCKET'>>;
