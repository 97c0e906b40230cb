import { createEngine } from '../../src/codecs/engine.ts';
import { renderPublish, renderWith } from '../../src/codecs/publish.ts';
import type { Watermark } from '../../src/codecs/watermark/watermark.ts';

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

/** Publishes the body with a watermark; the most memory that the job held is in a header. */
export default {
  async fetch(request: Request): Promise<Response> {
    const source = new Uint8Array(await request.arrayBuffer());
    const options = JSON.parse(request.headers.get('options') ?? '{}') as Partial<Watermark>;
    const watermark = { ...WATERMARK, ...options } as Watermark;
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
 * sources that were read, and results on their way into the bucket.
 */
async function publishAtOnce(source: Uint8Array, watermark: Watermark): Promise<Response> {
  let heldBytes = 0;
  let peakBytes = 0;
  const hold = (bytes: number): void => {
    heldBytes += bytes;
    peakBytes = Math.max(peakBytes, heldBytes);
  };
  const publish = async (): Promise<boolean> => {
    const read = async (): Promise<Uint8Array> => {
      hold(source.length);
      return source.slice();
    };
    const result = await renderPublish(read, { watermark, quality: 80 });
    hold(-source.length);
    if (!result.ok) return false;
    hold(result.value.bytes.length);
    await scheduler.wait(STORE_MS);
    hold(-result.value.bytes.length);
    return true;
  };
  const published = await Promise.all([publish(), publish()]);
  const status = published.every(Boolean) ? 200 : 422;
  return new Response(null, { status, headers: { 'peak-bytes': String(peakBytes) } });
}
