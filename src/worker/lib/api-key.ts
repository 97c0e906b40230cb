import { fromBase62, randomBase62, toBase62 } from '../../shared/base62.ts';
import { checksumOf } from './text-checksum.ts';

/**
 * `tint_<user>_<secret><checksum>`. The user's id is in base 62; the secret has 190 random bits. The checksum is the
 * CRC-32 of all before it, so that scanners for leaked keys recognise one, and a mistyped key reaches no storage.
 */
export interface ApiKey {
  readonly userId: number;
  readonly value: string;
}

export interface IssuedSecret {
  readonly value: string;
  /** The first and the last four characters of the secret, by which its owner knows it. */
  readonly start: string;
}

const PREFIX = 'tint';
const SECRET_LENGTH = 32;
const SHOWN_LENGTH = 4;

const PATTERN =
  /^(?<text>tint_(?<user>[1-9A-Za-z][0-9A-Za-z]{0,8})_[0-9A-Za-z]{32})(?<checksum>[0-9A-Za-z]{6})$/u;
/** Also of a key that was cut off. */
const FORM = /tint_[0-9A-Za-z]+_[0-9A-Za-z]+/gu;

export function issueApiKey(userId: number): IssuedSecret {
  const secret = randomBase62(SECRET_LENGTH);
  const text = `${PREFIX}_${toBase62(userId)}_${secret}`;
  const start = `${secret.slice(0, SHOWN_LENGTH)}…${secret.slice(-SHOWN_LENGTH)}`;
  return { value: text + checksumOf(text), start };
}

/** Null for what is no key. A key that reads well may still be unknown: anybody can make the checksum. */
export function readApiKey(value: string): ApiKey | null {
  const { text = '', user = '', checksum } = PATTERN.exec(value)?.groups ?? {};
  if (checksum === undefined || checksum !== checksumOf(text)) return null;
  const userId = fromBase62(user);
  return userId === null ? null : { userId, value };
}

export function maskApiKeys(text: string): string {
  return text.replaceAll(FORM, '***');
}
