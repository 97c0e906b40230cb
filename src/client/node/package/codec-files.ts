import { readFile } from 'node:fs/promises';
import { basename } from 'node:path/posix';
import { WASM_PATHS } from '../../imaging/codecs/wasm-files.ts';
import type { CodecFiles } from '../node-threads.ts';

/** The package's files, beside the built module. */
export const PACKAGE_FILES: CodecFiles = {
  thread: new URL('./node-thread.js', import.meta.url),
  read: (name) => readFile(new URL(`./${basename(WASM_PATHS[name])}`, import.meta.url)),
};
