import avifDecoder from '@jsquash/avif/codec/dec/avif_dec.js';
import avifEncoder from '@jsquash/avif/codec/enc/avif_enc.js';
import jpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import jpegEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import { type CodecFactory, CodecHost } from '../../imaging/codec-host.ts';
import type { WasmDecodedType, WasmDecoder } from '../../imaging/decoders/wasm-decoder.ts';
import { MemoryBudget } from '../../imaging/memory-budget.ts';
import { PngHost } from '../../imaging/png-instance.ts';
import { PictureHost } from './picture-host.ts';
import { openWebpCodec, type WebpCodec } from './webp-codec/open-webp-codec.ts';

export interface WasmEncoder {
  encode(
    rgba: Uint8ClampedArray,
    width: number,
    height: number,
    options: object,
  ): Uint8Array<ArrayBuffer> | null;
}

type EmscriptenType = Exclude<WasmDecodedType, 'image/webp'>;

export interface CodecModules {
  readonly decoders: Readonly<Record<EmscriptenType, WebAssembly.Module>>;
  readonly encoders: Readonly<Record<EmscriptenType, WebAssembly.Module>>;
  readonly picture: WebAssembly.Module;
  readonly png: WebAssembly.Module;
  readonly webp: WebAssembly.Module;
}

export interface CodecEngine {
  readonly budget: MemoryBudget;
  readonly decoders: Readonly<Record<WasmDecodedType, CodecHost<WasmDecoder>>>;
  readonly encoders: Readonly<Record<EmscriptenType, CodecHost<WasmEncoder>>>;
  readonly picture: PictureHost;
  readonly png: PngHost;
  readonly webp: CodecHost<WebpCodec>;
  /** Of the decoders. Callers empty it before a call. */
  readonly warnings: string[];
}

/** Has its own budget; see `createEngine` for a Worker's. */
export function assembleEngine(modules: CodecModules, limitBytes?: number): CodecEngine {
  const budget = new MemoryBudget(limitBytes);
  const warnings: string[] = [];
  const decoder = (factory: unknown, compiled: WebAssembly.Module): CodecHost<WasmDecoder> =>
    new CodecHost(factory as CodecFactory<WasmDecoder>, compiled, budget, (line) =>
      warnings.push(line),
    );
  const encoder = (factory: unknown, compiled: WebAssembly.Module): CodecHost<WasmEncoder> =>
    new CodecHost(factory as CodecFactory<WasmEncoder>, compiled, budget);
  const { decoders, encoders, picture, png, webp } = modules;
  const webpHost = new CodecHost(openWebpCodec, webp, budget);
  return {
    budget,
    decoders: {
      'image/jpeg': decoder(jpegDecoder, decoders['image/jpeg']),
      'image/avif': decoder(avifDecoder, decoders['image/avif']),
      'image/webp': webpHost,
    },
    encoders: {
      'image/jpeg': encoder(jpegEncoder, encoders['image/jpeg']),
      'image/avif': encoder(avifEncoder, encoders['image/avif']),
    },
    picture: new PictureHost(picture, budget),
    png: new PngHost(png, budget),
    webp: webpHost,
    warnings,
  };
}
