import { sha256Hex, toBase64Url, utf8 } from '../../shared/bytes.ts';
import { maskApiKeys } from './api-key.ts';
import { isSameBytes } from './constant-time.ts';
import { maskLinkTokens } from './link-token.ts';
import { randomBytes } from '../../shared/ids.ts';
import type { KeyRing } from './key-ring.ts';

/** `prefix.key id.subject.secret.checksum`. The keyed checksum rejects forged strings without a look-up. */
const PREFIXES = {
  web_session: 'ttw',
  device_session: 'ttd',
  identity: 'tti',
  image: 'ttp',
  share: 'tts',
  csrf: 'ttc',
  deletion: 'ttx',
} as const;

export type CredentialKind = keyof typeof PREFIXES;

export interface Credential {
  readonly kind: CredentialKind;
  readonly keyId: string;
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

/** 256 random bits under the active key. `subject`: at most 64 of `[A-Za-z0-9_-]`. */
export async function issueCredential(
  keys: KeyRing,
  kind: CredentialKind,
  subject = '',
): Promise<string> {
  const secret = toBase64Url(randomBytes(SECRET_BYTES));
  return writeCredential(keys, keys.activeId, kind, subject, secret);
}

/** `secret`: 32 bytes in base64url. */
export async function writeCredential(
  keys: KeyRing,
  keyId: string,
  kind: CredentialKind,
  subject: string,
  secret: string,
): Promise<string> {
  const text = `${PREFIXES[kind]}.${keyId}.${subject}.${secret}`;
  const checksum = await checksumOf(keys, keyId, text);
  if (checksum === null) throw new Error('the key ring has lost its active key');
  return `${text}.${checksum}`;
}

export function resemblesCredential(value: string, kind: CredentialKind): boolean {
  return PATTERN.exec(value)?.groups?.['prefix'] === PREFIXES[kind];
}

/** Also masks API keys and tokens of links. */
export function maskCredentials(text: string): string {
  return maskLinkTokens(maskApiKeys(text.replaceAll(FORM, '***')));
}

/** Null when forged, truncated or signed by an unknown key. */
export async function readCredential(keys: KeyRing, value: string): Promise<Credential | null> {
  const groups = PATTERN.exec(value)?.groups;
  if (groups === undefined) return null;
  const { text = '', prefix = '', keyId = '', subject = '', checksum = '' } = groups;
  const kind = KINDS.get(prefix);
  const expected = await checksumOf(keys, keyId, text);
  if (kind === undefined || expected === null) return null;
  return isSameBytes(utf8(checksum), utf8(expected)) ? { kind, keyId, subject } : null;
}

export function hashCredential(value: string): Promise<string> {
  return sha256Hex(value);
}

/** 22 characters; null for an unknown key. */
async function checksumOf(keys: KeyRing, keyId: string, text: string): Promise<string | null> {
  const mac = await keys.mac('credential', keyId, text);
  return mac === null ? null : toBase64Url(mac.subarray(0, CHECKSUM_BYTES));
}
