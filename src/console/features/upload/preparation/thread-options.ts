/** WebAssembly, or the browser's own decoder and canvas. */
export type CodecPath = 'wasm' | 'native';

export interface ThreadOptions {
  readonly path: CodecPath;
  readonly maxHeapBytes: number;
  /** The name of the lock that the thread holds for its lifetime. */
  readonly lock: string;
}

/** The first message of a codec thread, once it holds its lock. */
export const BEGUN = 'begun';
