import { fromBase64, toBase64Url, toHex, utf8 } from '../../../shared/bytes.ts';
import { issueCredential, readCredential, resemblesCredential } from '../../lib/credential.ts';
import { randomBytes } from '../../../shared/ids.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import type { Services } from '../services.ts';

/** What the database keeps of a token. */
export interface TokenRecord {
  /** Keyed hash for look-up, 64 hexadecimal digits. */
  readonly tokenHash: string;
  /** AES-GCM: initialisation vector and ciphertext, base64url. */
  readonly ciphertext: string;
  readonly keyId: string;
}

/** Until when a token admits, in milliseconds since the epoch; `revokedAt` is null while it is not revoked. */
export interface TokenTimes {
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

export type SealedToken = Pick<TokenRecord, 'ciphertext' | 'keyId'> & Pick<TokenTimes, 'expiresAt'>;

export interface ActiveToken {
  /** In plain text. */
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

const IV_BYTES = 12;

/** Whoever means well presents one or two; each costs two signatures. */
const MAX_PRESENTED_TOKENS = 16;

/** A fresh token of 256 random bits, and what to keep of it. */
export async function makeToken(
  keys: KeyRing,
  imageId: number,
): Promise<{ token: string; record: TokenRecord }> {
  const keyId = keys.activeId;
  const token = await issueCredential(keys, 'image');
  const tokenHash = await hashUnder(keys, keyId, token);
  const key = await keys.cipherKey('image-token-cipher', keyId);
  if (tokenHash === null || key === null) throw new Error('the key ring has lost its active key');
  const iv = randomBytes(IV_BYTES);
  const algorithm = { name: 'AES-GCM', iv, additionalData: bindTo(imageId) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, utf8(token)));
  const whole = new Uint8Array(IV_BYTES + sealed.length);
  whole.set(iv);
  whole.set(sealed, IV_BYTES);
  return { token, record: { tokenHash, ciphertext: toBase64Url(whole), keyId } };
}

/**
 * The look-up hashes of what somebody presents as image tokens, by the place where it stands; what is none of ours has
 * none. Of what looks like tokens, only 16 different ones count, taken from each place in turn: however many stand in
 * one place, the first of another is judged.
 */
export async function hashPresentedTokens(
  keys: KeyRing,
  places: readonly (readonly string[])[],
): Promise<string[]> {
  const alike = places.map((presented) =>
    presented.filter((token) => resemblesCredential(token, 'image')),
  );
  const judged = [...new Set(takeTurns(alike))].slice(0, MAX_PRESENTED_TOKENS);
  const hashes = await Promise.all(judged.map((token) => hashPresented(keys, token)));
  return hashes.filter((hash) => hash !== null);
}

/** The first of each place, then the second of each, and so on. */
function takeTurns(places: readonly (readonly string[])[]): string[] {
  const rounds = Math.max(0, ...places.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    places.flatMap((tokens) => tokens.slice(round, round + 1)),
  ).flat();
}

async function hashPresented(keys: KeyRing, token: string): Promise<string | null> {
  const credential = await readCredential(keys, token);
  return credential?.kind === 'image' ? hashUnder(keys, credential.keyId, token) : null;
}

/** `active` admits; a token that was revoked after it had expired is expired. */
export function judgeToken(
  { expiresAt, revokedAt }: TokenTimes,
  nowMs: number,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null && revokedAt < expiresAt) return 'revoked';
  return nowMs >= expiresAt ? 'expired' : 'active';
}

/** Opens a token that is in force; null for an expired one, and for one whose key is lost: it admits nobody either. */
export async function openSealedToken(
  { clock, keys }: Pick<Services, 'clock' | 'keys'>,
  imageId: number,
  { expiresAt, ...sealed }: SealedToken,
): Promise<ActiveToken | null> {
  if (expiresAt <= clock.now()) return null;
  const token = await revealToken(keys, imageId, sealed);
  return token === null ? null : { token, expiresAt };
}

/** The token in plain text for owner and administrator; null when its key, and with it the token, is lost. */
export async function revealToken(
  keys: KeyRing,
  imageId: number,
  { ciphertext, keyId }: Pick<TokenRecord, 'ciphertext' | 'keyId'>,
): Promise<string | null> {
  const key = await keys.cipherKey('image-token-cipher', keyId);
  const sealed = fromBase64(ciphertext);
  if (key === null || sealed === null) return null;
  const iv = sealed.subarray(0, IV_BYTES);
  const algorithm = { name: 'AES-GCM', iv, additionalData: bindTo(imageId) };
  try {
    const plain = await crypto.subtle.decrypt(algorithm, key, sealed.subarray(IV_BYTES));
    return new TextDecoder().decode(plain);
  } catch {
    return null;
  }
}

async function hashUnder(keys: KeyRing, keyId: string, token: string): Promise<string | null> {
  const mac = await keys.mac('image-token-hash', keyId, token);
  return mac === null ? null : toHex(mac);
}

/** The ciphertext only opens for the image that it was made for. */
function bindTo(imageId: number): Uint8Array<ArrayBuffer> {
  return utf8(`image:${String(imageId)}`);
}
