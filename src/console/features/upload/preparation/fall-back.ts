import type { Codecs, Drawing } from '../../../../client/imaging/codecs/codecs.ts';
import { PrepareError, type PrepareErrorCode } from '../../../../client/imaging/prepare-error.ts';

/** Failures of the codecs, not of the image: other codecs may succeed. */
const LACKS: ReadonlySet<PrepareErrorCode> = new Set(['codec_unavailable', 'out_of_memory']);
/** Other codecs have too little memory, too. */
const LIMITS: ReadonlySet<PrepareErrorCode> = new Set([
  'out_of_memory',
  'side_too_long_for_device',
  'too_many_pixels_for_device',
]);

/** Codecs that fall back to `others` where the first do not load or run out of memory. */
export function fallBack(first: Codecs, others: Codecs): Codecs {
  return {
    isParallel: first.isParallel,
    async draw(request, signal) {
      const drawAgain = async (reason: unknown): Promise<Drawing> => {
        if (!has(reason, LACKS) || signal?.aborted === true) throw reason;
        try {
          return await others.draw(request, signal);
        } catch (error) {
          const isNoBetter = has(reason, LIMITS) && has(error, LIMITS);
          throw isNoBetter ? reason : error;
        }
      };
      let again: Promise<Drawing> | null = null;
      const either = async <Value>(encode: (from: Drawing) => Promise<Value>): Promise<Value> => {
        try {
          return await encode(drawing);
        } catch (error) {
          again ??= drawAgain(error);
          return encode(await again);
        }
      };
      let drawing: Drawing;
      try {
        drawing = await first.draw(request, signal);
      } catch (error) {
        return drawAgain(error);
      }
      return {
        encodeMaster: (quality) => either((from) => from.encodeMaster(quality)),
        encodeFrame: (index, quality) => either((from) => from.encodeFrame(index, quality)),
        close() {
          drawing.close();
          void again?.then(
            (other) => other.close(),
            () => undefined,
          );
        },
      };
    },
  };
}

function has(error: unknown, codes: ReadonlySet<PrepareErrorCode>): boolean {
  return error instanceof PrepareError && codes.has(error.code);
}
