/** The package `tintype` for Node, Bun and Deno. */
import type { Codecs } from '../../imaging/codecs/codecs.ts';
import type { WasmCodecsOptions } from '../../imaging/codecs/wasm-files.ts';
import { createThreadedNodeCodecs } from '../node-threads.ts';
import { PACKAGE_FILES } from './codec-files.ts';

export * from '../../index.ts';

/** For `uploadImage`. They run in threads. */
export function createCodecs(options: WasmCodecsOptions = {}): Codecs {
  return createThreadedNodeCodecs(options, PACKAGE_FILES);
}
