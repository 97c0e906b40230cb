import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a tool of libwebp and hands back what it says. */
const tool = async (name: 'cwebp' | 'dwebp', args: readonly string[]): Promise<string> => {
  try {
    const { stdout, stderr } = await execute(name, args);
    return `${stdout}${stderr}`;
  } catch (error) {
    throw new Error(`${name} is wanted as the baseline (Debian's package webp)`, { cause: error });
  }
};

/** Encodes with libwebp's defaults but for what `args` says. */
export const encodeNative = async (
  input: string,
  output: string,
  args: readonly string[],
): Promise<void> => {
  await tool('cwebp', ['-quiet', ...args, input, '-o', output]);
};

const readSeconds = (report: string, what: string): number => {
  const seconds = new RegExp(`Time to ${what} picture: ([0-9.]+)s`, 'u').exec(report)?.[1];
  if (seconds === undefined) throw new Error(`No time to ${what} in: ${report}`);
  return Number(seconds);
};

/**
 * Milliseconds that native libwebp takes to decode a file to RGBA and to encode the pixels at quality 80, by
 * the tools' own clocks: without starting them and without reading and writing files.
 */
export const timeNative = async (file: string, scratch: string): Promise<number> => {
  const decoding = await tool('dwebp', ['-v', file, '-pam', '-o', scratch]);
  const encoding = await tool('cwebp', ['-v', '-q', '80', scratch, '-o', `${scratch}.webp`]);
  return 1000 * (readSeconds(decoding, 'decode') + readSeconds(encoding, 'encode'));
};
