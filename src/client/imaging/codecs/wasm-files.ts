/** Paths in the @jsquash packages, or relative to src/imaging/engine. */
export const WASM_PATHS = {
  pictureEngine: './picture-engine.wasm',
  avifDecoder: '@jsquash/avif/codec/dec/avif_dec.wasm',
} as const;

export type WasmName = keyof typeof WASM_PATHS;

export interface WasmCodecsOptions {
  /** Limit of a codec's memory beside the image. 1 GiB by default. */
  readonly maxHeapBytes?: number;
}
