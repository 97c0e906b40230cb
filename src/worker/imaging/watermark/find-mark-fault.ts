import { err, ok } from '../../../shared/result.ts';
import type { CodecEngine } from '../codec-engine.ts';
import { runCodecJob } from '../codec-job.ts';
import { renderMark } from './render-mark.ts';
import type { Watermark } from './watermark.ts';

export type MarkFault =
  | { readonly kind: 'damaged_image' | 'invisible_text' }
  | { readonly kind: 'missing_glyphs'; readonly characters: readonly string[] };

/** The size of the largest publication. */
const CANVAS = { width: 2048, height: 2048 };

const NO_SOURCE = new Uint8Array();

/** Draws the mark once. @throws when a codec cannot be loaded or memory allocated; the mark may be sound. */
export async function findMarkFault(watermark: Watermark): Promise<MarkFault | null> {
  const drawn = await runCodecJob(
    async () => NO_SOURCE,
    async (engine) => {
      const fault = await draw(engine, watermark);
      return fault === null ? ok(null) : err(fault);
    },
    async () => null,
  );
  if (drawn.ok) return null;
  if (drawn.error === 'source_missing') throw new Error('a mark has no source');
  return drawn.error;
}

async function draw(engine: CodecEngine, watermark: Watermark): Promise<MarkFault | null> {
  if ((await renderMark(engine, watermark, CANVAS)) !== null) return null;
  if (watermark.kind === 'image') return { kind: 'damaged_image' };
  const { listMissingGlyphs } = await import('./render-text.ts');
  const characters = listMissingGlyphs(watermark.text);
  return characters.length > 0
    ? { kind: 'missing_glyphs', characters }
    : { kind: 'invisible_text' };
}
