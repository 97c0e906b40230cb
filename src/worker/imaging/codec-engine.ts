import avifDecoder from '@jsquash/avif/codec/dec/avif_dec.js';
import avifEncoder from '@jsquash/avif/codec/enc/avif_enc.js';
import { type CodecFactory, CodecHost } from '../../imaging/codec-host.ts';
import type { WasmDecoder } from '../../imaging/decoders/wasm-decoder.ts';
import { MemoryBudget } from '../../imaging/memory-budget.ts';
import { PictureHost } from './picture-host.ts';

export interface WasmEncoder {
  encode(
    rgba: Uint8ClampedArray,
    width: number,
    height: number,
    options: object,
  ): Uint8Array<ArrayBuffer> | null;
}

export interface CodecModules {
  readonly avifDecoder: WebAssembly.Module;
  readonly avifEncoder: WebAssembly.Module;
  readonly picture: WebAssembly.Module;
}

export interface CodecEngine {
  readonly budget: MemoryBudget;
  readonly avifDecoder: CodecHost<WasmDecoder>;
  readonly avifEncoder: CodecHost<WasmEncoder>;
  readonly picture: PictureHost;
}

/** Has its own budget; see `createEngine` for a Worker's. */
export function assembleEngine(modules: CodecModules, limitBytes?: number): CodecEngine {
  const budget = new MemoryBudget(limitBytes);
  const open = <Codec>(factory: unknown, compiled: WebAssembly.Module): CodecHost<Codec> =>
    new CodecHost(factory as CodecFactory<Codec>, compiled, budget);
  return {
    budget,
    avifDecoder: open(avifDecoder, modules.avifDecoder),
    avifEncoder: open(avifEncoder, modules.avifEncoder),
    picture: new PictureHost(modules.picture, budget),
  };
}
