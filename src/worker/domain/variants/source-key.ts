import { sha256Hex } from '../../../shared/bytes.ts';

/** 128 bits. */
const KEY_HEX_DIGITS = 32;

/**
 * By which a user's images of the same file are found. It depends on the user, so that it never tells who else has the
 * file, and a file that everybody has costs nobody a search.
 * @param sha256 of the file, in hexadecimal.
 */
export async function sourceKeyOf(userId: number, sha256: string): Promise<string> {
  return (await sha256Hex(`${String(userId)}:${sha256}`)).slice(0, KEY_HEX_DIGITS);
}
