import avifDecoder from '@jsquash/avif/codec/dec/avif_dec.wasm?url';
import { createBrowserCodecs } from '../../../../client/imaging/codecs/browser-codecs.ts';
import type { PixelCodecs } from '../../../../client/imaging/codecs/codecs.ts';
import type { WasmName } from '../../../../client/imaging/codecs/wasm-files.ts';
import pictureEngine from '../../../../imaging/engine/picture-engine.wasm?url';
import { createNativeCodecs } from '../../../../client/imaging/native/native-codecs.ts';
import { canvasImaging } from './canvas-imaging.ts';
import type { CodecPath } from './thread-options.ts';

const URLS: Readonly<Record<WasmName, string>> = {
  pictureEngine,
  avifDecoder,
};

export function createCodecs(path: CodecPath, maxHeapBytes: number): PixelCodecs {
  const wasm = createBrowserCodecs((name) => URLS[name], { maxHeapBytes });
  return path === 'wasm' ? wasm : createNativeCodecs(canvasImaging, wasm);
}
