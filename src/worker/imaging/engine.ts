import avifDecoder from '@jsquash/avif/codec/dec/avif_dec.wasm';
import avifEncoder from '@jsquash/avif/codec/enc/avif_enc.wasm';

import picture from '../../imaging/engine/picture-engine.wasm';
import { assembleEngine, type CodecEngine } from './codec-engine.ts';
import { photonHeapBytes } from './watermark/photon-heap.ts';

/** The default limit is for an isolate with one engine. */
export function createEngine(limitBytes?: number): CodecEngine {
  const engine = assembleEngine({ avifDecoder, avifEncoder, picture }, limitBytes);
  engine.budget.reserve(photonHeapBytes());
  return engine;
}
