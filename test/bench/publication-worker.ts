import { createEngine } from '../../src/codecs/engine.ts';
import { type RenderedPublish, renderPublish, renderWith } from '../../src/codecs/publish.ts';
import type { Watermark } from '../../src/codecs/watermark/watermark.ts';
import { rewriteMetadata } from '../../src/codecs/webp/mux.ts';

const WATERMARK: Watermark = {
  kind: 'text',
  text: 'Tintype © 2026',
  color: '#ffffff',
  position: 'bottom_right',
  opacity: 0.8,
  scale: 0.25,
  margin: 0.03,
  tiling: false,
};

/** What the bucket may take for a result. */
const STORE_MS = 200;

const engine = createEngine();

/** Publishes the body, with a watermark unless `options` is null; the most memory that the job held is in a header. */
export default {
  async fetch(request: Request): Promise<Response> {
    const source = new Uint8Array(await request.arrayBuffer());
    const options = JSON.parse(request.headers.get('options') ?? '{}') as Partial<Watermark> | null;
    const watermark = options === null ? null : ({ ...WATERMARK, ...options } as Watermark);
    if (request.url.endsWith('/at-once')) return publishAtOnce(source, watermark);
    const result = await renderWith(engine, source, { watermark, quality: 80 });
    const headers = { 'peak-bytes': String(engine.budget.peakBytes) };
    return result.ok
      ? new Response(result.value.bytes, { headers })
      : new Response(result.error, { status: 422, headers });
  },
};

/**
 * Publishes copies of a source at once, as two queue consumers do. A header has the most bytes that they held of files:
 * sources that were read and their copies without metadata, what was encoded, and results on their way into the bucket.
 */
async function publishAtOnce(source: Uint8Array, watermark: Watermark | null): Promise<Response> {
  const imageBytes = rewriteMetadata(source, 'drop').length;
  let heldBytes = 0;
  let peakBytes = 0;
  const hold = (bytes: number): void => {
    heldBytes += bytes;
    peakBytes = Math.max(peakBytes, heldBytes);
  };
  const publish = async (): Promise<boolean> => {
    const read = async (): Promise<Uint8Array> => {
      hold(source.length + imageBytes);
      return source.slice();
    };
    const store = async ({ bytes }: RenderedPublish): Promise<void> => {
      // With its alpha plane, without it, and with the profile.
      const encodedBytes = watermark === null ? 0 : 2 * rewriteMetadata(bytes, 'drop').length;
      hold(bytes.length + encodedBytes);
      hold(-source.length - imageBytes - encodedBytes);
      await scheduler.wait(STORE_MS);
      hold(-bytes.length);
    };
    return (await renderPublish(read, { watermark, quality: 80 }, store)).ok;
  };
  const published = await Promise.all([publish(), publish()]);
  const status = published.every(Boolean) ? 200 : 422;
  return new Response(null, { status, headers: { 'peak-bytes': String(peakBytes) } });
}
