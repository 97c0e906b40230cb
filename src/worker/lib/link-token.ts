import { randomBase62 } from '../../shared/base62.ts';
import { sha256Hex } from '../../shared/bytes.ts';
import { checksumOf } from './text-checksum.ts';

/**
 * `<prefix>_<secret><checksum>`: the secret has 256 random bits in base 62. Not signed by the key ring, which the
 * operator's shell does not have and which an invitation may outlive.
 */
const PREFIXES = { invitation: 'tinvite', password_reset: 'treset' } as const;

export type LinkTokenKind = keyof typeof PREFIXES;

const SECRET_LENGTH = 43;

const PATTERN = /^(?<text>(?<prefix>tinvite|treset)_[0-9A-Za-z]{43})(?<checksum>[0-9A-Za-z]{6})$/u;
/** Also of a token that was cut off. */
const FORM = /(?:tinvite|treset)_[0-9A-Za-z]+/gu;

export function issueLinkToken(kind: LinkTokenKind): string {
  const text = `${PREFIXES[kind]}_${randomBase62(SECRET_LENGTH)}`;
  return text + checksumOf(text);
}

/** SHA-256 (hexadecimal); null for what cannot be such a token, so that junk reaches no storage. */
export async function hashLinkToken(kind: LinkTokenKind, value: string): Promise<string | null> {
  const { text = '', prefix, checksum } = PATTERN.exec(value)?.groups ?? {};
  if (prefix !== PREFIXES[kind] || checksum !== checksumOf(text)) return null;
  return sha256Hex(value);
}

export function maskLinkTokens(text: string): string {
  return text.replaceAll(FORM, '***');
}
