import { createBrowserCodecs } from '../imaging/codecs/browser-codecs.ts';
import type { WasmName } from '../imaging/codecs/wasm-files.ts';
import { serveCodecs } from '../imaging/threads/serve-codecs.ts';

/** The package's files, beside this one. Bundlers find them by these expressions. */
const URLS: Readonly<Record<WasmName, URL>> = {
  pictureEngine: new URL('./picture-engine.wasm', import.meta.url),
  avifDecoder: new URL('./avif_dec.wasm', import.meta.url),
};

const serve = serveCodecs(
  createBrowserCodecs((name) => URLS[name]),
  (answer, transfer) => postMessage(answer, { transfer }),
);
addEventListener('message', ({ data }) => void serve(data));
