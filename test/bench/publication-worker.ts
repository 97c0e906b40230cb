import { createEngine } from '../../src/codecs/engine.ts';
import { renderWith } from '../../src/codecs/publish.ts';
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

const engine = createEngine();

/** Publishes the body with a watermark; the most memory that the job held is in a header. */
export default {
  async fetch(request: Request): Promise<Response> {
    const source = new Uint8Array(await request.arrayBuffer());
    const options = JSON.parse(request.headers.get('options') ?? '{}') as Partial<Watermark>;
    const watermark = { ...WATERMARK, ...options } as Watermark;
    const result = await renderWith(engine, source, { watermark, quality: 80 });
    const headers = { 'peak-bytes': String(engine.budget.peakBytes) };
    return result.ok
      ? new Response(result.value.bytes, { headers })
      : new Response(result.error, { status: 422, headers });
  },
};
