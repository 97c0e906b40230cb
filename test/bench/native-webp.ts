import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { timeCommand } from './process-time.ts';

const execute = promisify(execFile);

/** Encodes with libwebp's defaults, overridden by `args`. */
export const encodeNative = async (
  input: string,
  output: string,
  args: readonly string[],
): Promise<void> => {
  try {
    await execute('cwebp', ['-quiet', ...args, input, '-o', output]);
  } catch (cause) {
    throw new Error(`cwebp (Debian's package webp) cannot make ${output} from ${input}`, { cause });
  }
};

/** Milliseconds of processor time. */
export interface NativeTimes {
  readonly decode: number;
  readonly encode: number;
}

/**
 * Time of native libwebp's tools to decode a file to RGBA, and to encode those pixels at quality 80, from file to file.
 */
export const timeNative = async (file: string, scratch: string): Promise<NativeTimes> => {
  const decode = await timeCommand('dwebp', ['-quiet', '-pam', file, '-o', scratch]);
  const encoded = `${scratch}.webp`;
  const encode = await timeCommand('cwebp', ['-quiet', '-q', '80', scratch, '-o', encoded]);
  return { decode, encode };
};
