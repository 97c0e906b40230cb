import { sha256Hex, toBase64Url, utf8 } from '../../shared/bytes.ts';
import { isSameBytes } from './constant-time.ts';
import { randomBytes } from '../../shared/ids.ts';
import type { KeyRing } from './key-ring.ts';

/**
 * Secret strings: `prefix.key id.subject.secret.checksum`. The checksum is keyed, so that a made-up string is
 * recognised before anything is looked up, and the prefix says what a string is good for. Whether a genuine string is
 * still in force, its record decides.
 */
const PREFIXES = {
  web_session: 'ttw',
  device_session: 'ttd',
  identity: 'tti',
  image: 'ttp',
  csrf: 'ttc',
} as const;

export type CredentialKind = keyof typeof PREFIXES;

export interface Credential {
  readonly kind: CredentialKind;
  /** The key of the ring under which it was issued. */
  readonly keyId: string;
  /** Whom or what it names; '' when it names nothing. */
  readonly subject: string;
}

const KINDS = new Map(
  (Object.entries(PREFIXES) as [CredentialKind, string][]).map(([kind, prefix]) => [prefix, kind]),
);
const SECRET_BYTES = 32;
const CHECKSUM_BYTES = 16;
const FORM = /tt[a-z]\.[a-z0-9]{1,8}\.[A-Za-z0-9_-]{0,64}\.[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{22}/gu;
const PATTERN =
  /^(?<text>(?<prefix>tt[a-z])\.(?<keyId>[a-z0-9]{1,8})\.(?<subject>[A-Za-z0-9_-]{0,64})\.[A-Za-z0-9_-]{43})\.(?<checksum>[A-Za-z0-9_-]{22})$/u;

/** A fresh secret string of 256 random bits under the ring's active key. `subject`: at most 64 of `[A-Za-z0-9_-]`. */
export async function issueCredential(
  keys: KeyRing,
  kind: CredentialKind,
  subject = '',
): Promise<string> {
  const secret = toBase64Url(randomBytes(SECRET_BYTES));
  const text = `${PREFIXES[kind]}.${keys.activeId}.${subject}.${secret}`;
  const checksum = await checksumOf(keys, keys.activeId, text);
  if (checksum === null) throw new Error('the key ring has lost its active key');
  return `${text}.${checksum}`;
}

/** Whether a string has the form of such a credential; only `readCredential` says whether it is genuine. */
export function resemblesCredential(value: string, kind: CredentialKind): boolean {
  return PATTERN.exec(value)?.groups?.['prefix'] === PREFIXES[kind];
}

/** A text with everything in it that has the form of a credential blotted out. */
export function maskCredentials(text: string): string {
  return text.replaceAll(FORM, '***');
}

/** What a string is and whom it names; null when it is not genuine: made up, cut short, or under a key that is gone. */
export async function readCredential(keys: KeyRing, value: string): Promise<Credential | null> {
  const groups = PATTERN.exec(value)?.groups;
  if (groups === undefined) return null;
  const { text = '', prefix = '', keyId = '', subject = '', checksum = '' } = groups;
  const kind = KINDS.get(prefix);
  const expected = await checksumOf(keys, keyId, text);
  if (kind === undefined || expected === null) return null;
  return isSameBytes(utf8(checksum), utf8(expected)) ? { kind, keyId, subject } : null;
}

/** What a record keeps of a secret string: its SHA-256 in hexadecimal. */
export function hashCredential(value: string): Promise<string> {
  return sha256Hex(value);
}

/** 22 characters; null when the ring has no such key. */
async function checksumOf(keys: KeyRing, keyId: string, text: string): Promise<string | null> {
  const mac = await keys.mac('credential', keyId, text);
  return mac === null ? null : toBase64Url(mac.subarray(0, CHECKSUM_BYTES));
}
