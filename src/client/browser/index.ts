/** The package `tintype` for browsers. */
import type { Codecs } from '../imaging/codecs/codecs.ts';
import { readDevice } from '../imaging/device.ts';
import { demandFit, wasmLimits } from '../imaging/device-limits.ts';
import { createThreadedCodecs } from '../imaging/threads/threaded-codecs.ts';
import { startThread } from './start-thread.ts';

export * from '../index.ts';

/**
 * For `uploadImage`. They run in Web Workers, which must come from the page's own origin. Drawing throws a
 * DeviceLimitError for what is too large for the device.
 */
export function createCodecs(): Codecs {
  const limits = wasmLimits(readDevice());
  const codecs = createThreadedCodecs(startThread);
  return {
    isParallel: codecs.isParallel,
    async draw(request, signal) {
      demandFit(request.info, limits);
      return codecs.draw(request, signal);
    },
  };
}
