// A Web Worker that runs codecs for preparation/start-codec-thread.ts.
import avifDecoder from '@jsquash/avif/codec/dec/avif_dec.wasm?url';
import pngDecoder from '@jsquash/png/codec/pkg/squoosh_png_bg.wasm?url';
import webpDecoder from '@jsquash/webp/codec/dec/webp_dec.wasm?url';
import { createBrowserCodecs } from '../../client/imaging/codecs/browser-codecs.ts';
import type { WasmName } from '../../client/imaging/codecs/wasm-codecs.ts';
import pictureEngineSimd from '../../client/imaging/engine/picture-engine-simd.wasm?url';
import pictureEngine from '../../client/imaging/engine/picture-engine.wasm?url';
import { serveCodecs } from '../../client/imaging/threads/serve-codecs.ts';

const URLS: Readonly<Record<WasmName, string>> = {
  pictureEngine,
  pictureEngineSimd,
  pngDecoder,
  avifDecoder,
  webpDecoder,
};

const serve = serveCodecs(
  createBrowserCodecs((name) => new URL(URLS[name], location.href)),
  (answer, transfer) => postMessage(answer, transfer),
);
addEventListener('message', ({ data }: MessageEvent) => void serve(data));
