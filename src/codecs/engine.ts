import decoderFactory from '@jsquash/webp/codec/dec/webp_dec.js';
import decoderWasm from '@jsquash/webp/codec/dec/webp_dec.wasm';
import encoderFactory from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import encoderWasm from '@jsquash/webp/codec/enc/webp_enc_simd.wasm';
import type { defaultOptions } from '@jsquash/webp/meta.js';

import type { Pixels } from '../lib/pixels.ts';
import { type CodecFactory, CodecHost } from './codec-host.ts';
import { MemoryBudget } from './memory-budget.ts';
import { photonHeapBytes } from './watermark/photon.ts';

export interface WebpDecoder {
  decode(file: Uint8Array): Pixels | null;
}

export interface WebpEncoder {
  encode(
    rgba: Uint8ClampedArray,
    width: number,
    height: number,
    options: typeof defaultOptions,
  ): Uint8Array<ArrayBuffer> | null;
}

/** The codecs of an isolate and the memory budget that they share. */
export interface CodecEngine {
  readonly budget: MemoryBudget;
  readonly decoder: CodecHost<WebpDecoder>;
  readonly encoder: CodecHost<WebpEncoder>;
}

/** An engine whose codecs are not instantiated yet; the default limit is for an isolate with one engine. */
export function createEngine(limitBytes?: number): CodecEngine {
  const budget = new MemoryBudget(limitBytes);
  budget.reserve(photonHeapBytes());
  return {
    budget,
    decoder: new CodecHost(decoderFactory as CodecFactory<WebpDecoder>, decoderWasm, budget),
    encoder: new CodecHost(encoderFactory as CodecFactory<WebpEncoder>, encoderWasm, budget),
  };
}
