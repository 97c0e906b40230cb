/**
 * The codecs of this browser, loaded with the first image.
 *
 * - The first choice is WebAssembly in Web Workers: all browsers make the same parts with it.
 * - Where it does not load or runs out of memory, the browser's own decoder and canvas take over, in Workers, or in a
 *   page without Workers.
 * - device-limits.ts of the upload library has the largest image of each.
 */

import type { Codecs } from '../../../../client/imaging/codecs/codecs.ts';
import { readDevice } from '../../../../client/imaging/device.ts';
import {
  demandFit,
  nativeLimits,
  type PathLimits,
  wasmHeapBytes,
  wasmLimits,
} from '../../../../client/imaging/device-limits.ts';
import { createThreadedCodecs } from '../../../../client/imaging/threads/threaded-codecs.ts';
import { fallBack } from './fall-back.ts';
import { startCodecThread } from './start-codec-thread.ts';
import type { CodecPath } from './thread-options.ts';
import { notLoaded, timeoutTicksFor } from './watch-thread.ts';

export function openCodecs(): Codecs {
  const device = readDevice();
  const maxHeapBytes = wasmHeapBytes(device);
  const native = limit(
    device.hasWorkers
      ? fallBack(inThreads('native', maxHeapBytes), inPage(maxHeapBytes))
      : inPage(maxHeapBytes),
    nativeLimits(device),
  );
  if (!device.hasWebAssembly || !device.hasWorkers) return native;
  return fallBack(limit(inThreads('wasm', maxHeapBytes), wasmLimits(device)), native);
}

function limit(codecs: Codecs, limits: PathLimits): Codecs {
  return {
    isParallel: codecs.isParallel,
    async draw(request, signal) {
      demandFit(request.info, limits);
      return codecs.draw(request, signal);
    },
  };
}

function inThreads(path: CodecPath, maxHeapBytes: number): Codecs {
  return {
    isParallel: true,
    draw(request, signal) {
      const timeoutTicks = timeoutTicksFor(request.info);
      const start = () => startCodecThread({ path, maxHeapBytes }, timeoutTicks);
      return createThreadedCodecs(start).draw(request, signal);
    },
  };
}

/** They block the page's thread for about a second. */
function inPage(maxHeapBytes: number): Codecs {
  return {
    isParallel: false,
    async draw(request) {
      const { createCodecs } = await import('./create-codecs.ts').catch((error: unknown) => {
        throw notLoaded(error);
      });
      return createCodecs('native', maxHeapBytes).draw(request);
    },
  };
}
