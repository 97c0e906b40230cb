import { rewriteMetadata } from '../../../imaging/webp/mux.ts';
import { inspectWebp } from '../../../imaging/webp/walker.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CodecEngine } from '../codec-engine.ts';
import { runCodecJob } from '../codec-job.ts';
import type { DecodeFault } from '../decode.ts';
import { planParts, type PlannedPart } from './plan-parts.ts';
import { type PreparedPart, prepareWith, type StillSource, uprightSize } from './prepare-with.ts';

export type { PlannedPart, PreparedPart, StillSource };

/** Makes a part elsewhere, for images beyond the isolate's memory. */
export type ConvertPart = (
  part: PlannedPart,
) => Promise<Result<Uint8Array<ArrayBuffer>, DecodeFault>>;

type Parts = Result<readonly PreparedPart[], DecodeFault>;

/** Of a result of the image service, held twice while it is read, beside the results before it. */
const CONVERTED_BYTES = 40 * 1024 * 1024;

/**
 * The parts of a still whose headers have been checked. `convert` is null where there is no image service. The parts
 * count against the isolate's memory until `use` settles.
 * @throws when a codec cannot be loaded or the service fails, which says nothing about the image.
 */
export async function prepareParts<Used>(
  source: StillSource,
  convert: ConvertPart | null,
  use: (parts: readonly PreparedPart[]) => Promise<Used>,
): Promise<Result<Used, DecodeFault>> {
  const made = await runCodecJob(
    async () => source.file,
    async (engine): Promise<Parts> => {
      const parts = await prepareWith(engine, source);
      if (parts.ok || parts.error !== 'too_large' || convert === null) return parts;
      return convertParts(engine, source, convert);
    },
    use,
  );
  if (made.ok || made.error !== 'source_missing') return made as Result<Used, DecodeFault>;
  throw new Error('the source is in memory');
}

async function convertParts(
  { budget }: CodecEngine,
  { file, info }: StillSource,
  convert: ConvertPart,
): Promise<Parts> {
  const bytes = file.length + CONVERTED_BYTES;
  if (!budget.reserve(bytes)) return err('too_large');
  try {
    const parts: PreparedPart[] = [];
    for (const part of planParts(uprightSize(info))) {
      const converted = await convert(part);
      if (!converted.ok) return converted;
      const inspected = inspectWebp(converted.value);
      const isAsPlanned =
        inspected.ok &&
        inspected.value.width === part.width &&
        inspected.value.height === part.height;
      if (!isAsPlanned) return err('too_large');
      parts.push({ ...part, bytes: rewriteMetadata(converted.value, 'drop') });
    }
    return ok(parts);
  } finally {
    budget.release(bytes);
  }
}
