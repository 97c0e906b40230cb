import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { timeCommand } from './process-time.ts';

const execute = promisify(execFile);

/** Encodes with libwebp's defaults but for what `args` says. */
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

/**
 * Milliseconds of processor time in which native libwebp's tools decode a file to RGBA and encode those
 * pixels at quality 80, from file to file.
 */
export const timeNative = async (file: string, scratch: string): Promise<number> => {
  const decoding = await timeCommand('dwebp', ['-quiet', '-pam', file, '-o', scratch]);
  const encoded = `${scratch}.webp`;
  const encoding = await timeCommand('cwebp', ['-quiet', '-q', '80', scratch, '-o', encoded]);
  return decoding + encoding;
};
