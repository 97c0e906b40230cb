import { sha256Hex } from '../../../shared/bytes.ts';

/** 64 bits each. */
const HALF_HEX_DIGITS = 16;

/**
 * By which images of the same file are found, in one index: 64 bits of the file, by which administrators find it in all
 * accounts, then 64 of the user with the file. A user's search takes both, so that it never tells who else has the file,
 * and a file that everybody has costs nobody a search.
 * @param sha256 of the file, in hexadecimal.
 */
export async function sourceKeyOf(userId: number, sha256: string): Promise<string> {
  return (await filePartOf(sha256)) + (await halfOf(`${String(userId)}:${sha256}`));
}

/** What all users' keys of a file begin with, and the last key that does. */
export async function sourceKeysOf(sha256: string): Promise<{ filePart: string; last: string }> {
  const filePart = await filePartOf(sha256);
  return { filePart, last: filePart.padEnd(2 * HALF_HEX_DIGITS, 'f') };
}

function filePartOf(sha256: string): Promise<string> {
  return halfOf(`file:${sha256}`);
}

async function halfOf(text: string): Promise<string> {
  return (await sha256Hex(text)).slice(0, HALF_HEX_DIGITS);
}
