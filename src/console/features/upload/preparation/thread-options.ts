/** By WebAssembly, or by what the browser does itself. */
export type CodecPath = 'wasm' | 'native';

/** What a codec thread is started with, as JSON in its name. */
export interface ThreadOptions {
  readonly path: CodecPath;
  readonly maxHeapBytes: number;
  /** The name of a lock that it holds as long as it lives. */
  readonly lock: string;
}

/** What a codec thread says first, once it holds its lock. */
export const BEGUN = 'begun';
