import { createEngine } from '../../src/worker/imaging/engine.ts';
import {
  type RenderedPublish,
  renderPublish,
  renderWith,
} from '../../src/worker/imaging/publish.ts';
import { readPlanes } from '../../src/worker/imaging/reencode.ts';
import { renderText } from '../../src/worker/imaging/watermark/render-text.ts';
import type { TextWatermark, Watermark } from '../../src/worker/imaging/watermark/watermark.ts';
import type { WebpInfo } from '../../src/imaging/webp/layout.ts';
import { rewriteMetadata, stripMetadata } from '../../src/imaging/webp/mux.ts';
import { inspectWebp } from '../../src/imaging/webp/walker.ts';

const WATERMARK: TextWatermark = {
  kind: 'text',
  text: 'Tintype © 2026',
  color: '#ffffff',
  position: 'bottom_right',
  opacity: 0.8,
  scale: 0.25,
  margin: 0.03,
  tiling: false,
};

/** Assumed time of the bucket for storing a result. */
const STORE_MS = 200;

const engine = createEngine();

type Step = (source: Uint8Array, info: WebpInfo) => unknown;

/** Steps of a publication, measured separately. */
const STEPS: Readonly<Record<string, Step>> = {
  '/read': () => null,
  '/decode': (source, info) => readPlanes(engine, stripMetadata(source), info, () => 'read'),
  '/mark': (_, info) => renderText(WATERMARK, info),
};

/** Publishes the body, with a watermark unless `options` is null; a header has the job's peak memory. */
export default {
  async fetch(request: Request): Promise<Response> {
    const source = new Uint8Array(await request.arrayBuffer());
    const options = JSON.parse(request.headers.get('options') ?? '{}') as Partial<Watermark> | null;
    const watermark = options === null ? null : ({ ...WATERMARK, ...options } as Watermark);
    const { pathname } = new URL(request.url);
    if (pathname === '/at-once') return publishAtOnce(source, watermark);
    if (pathname in STEPS) return runStep(STEPS[pathname], source);
    const result = await renderWith(engine, source, { watermark, quality: 80 });
    const headers = { 'peak-bytes': String(engine.budget.peakBytes) };
    return result.ok
      ? new Response(result.value.bytes, { headers })
      : new Response(result.error, { status: 422, headers });
  },
};

async function runStep(step: Step | undefined, source: Uint8Array): Promise<Response> {
  const info = inspectWebp(source);
  if (!info.ok || step === undefined) return new Response(null, { status: 422 });
  await step(source, info.value);
  return new Response();
}

/**
 * Publishes copies of a source concurrently, as two queue consumers do. A header has the peak bytes of files: sources
 * in memory, encoded data, and results on their way into the bucket.
 */
async function publishAtOnce(source: Uint8Array, watermark: Watermark | null): Promise<Response> {
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
    const store = async ({ bytes }: RenderedPublish): Promise<void> => {
      // Colour and transparency before they are joined, perhaps with a profile.
      const encodedBytes = watermark === null ? 0 : rewriteMetadata(bytes, 'drop').length;
      hold(bytes.length + encodedBytes);
      hold(-source.length - encodedBytes);
      await scheduler.wait(STORE_MS);
      hold(-bytes.length);
    };
    return (await renderPublish(read, { watermark, quality: 80 }, store)).ok;
  };
  const published = await Promise.all([publish(), publish()]);
  const status = published.every(Boolean) ? 200 : 422;
  return new Response(null, { status, headers: { 'peak-bytes': String(peakBytes) } });
}
