import avifDecoder from '@jsquash/avif/codec/dec/avif_dec.wasm';
import avifEncoder from '@jsquash/avif/codec/enc/avif_enc.wasm';
import * as pngWasm from '@jsquash/png/codec/pkg/squoosh_png_bg.wasm';

import picture from '../../imaging/engine/picture-engine.wasm';
import { assembleEngine, type CodecEngine } from './codec-engine.ts';
import { photonHeapBytes } from './watermark/photon-heap.ts';

/** The package declares the instance's exports; a Worker imports the module. */
const { default: png } = pngWasm as unknown as { readonly default: WebAssembly.Module };

/** The default limit is for an isolate with one engine. */
export function createEngine(limitBytes?: number): CodecEngine {
  const engine = assembleEngine({ avifDecoder, avifEncoder, picture, png }, limitBytes);
  engine.budget.reserve(photonHeapBytes());
  return engine;
}
