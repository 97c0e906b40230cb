import { fromBase64, toBase64Url, toHex, utf8 } from '../../../shared/bytes.ts';
import { issueCredential, readCredential, resemblesCredential } from '../../lib/credential.ts';
import { randomBytes } from '../../../shared/ids.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import type { Services } from '../services.ts';

export interface TokenRecord {
  readonly tokenHash: string;
  /** AES-GCM: initialisation vector and ciphertext, base64url. */
  readonly ciphertext: string;
  readonly keyId: string;
}

export interface TokenTimes {
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

export type SealedToken = Pick<TokenRecord, 'ciphertext' | 'keyId'> & Pick<TokenTimes, 'expiresAt'>;

export interface ActiveToken {
  readonly token: string;
  readonly expiresAt: number;
}

const IV_BYTES = 12;

/** Each costs two signatures. */
const MAX_PRESENTED_TOKENS = 16;

/** Of an image: `image` for its direct link, `share` for a link of its own. */
export type TokenKind = 'image' | 'share';

export async function makeToken(
  keys: KeyRing,
  imageId: number,
  kind: TokenKind = 'image',
): Promise<{ token: string; record: TokenRecord }> {
  const keyId = keys.activeId;
  const token = await issueCredential(keys, kind);
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

/** At most 16, taken in turn from each source in the request, so that no source crowds out another. */
export async function hashPresentedTokens(
  keys: KeyRing,
  sources: readonly (readonly string[])[],
): Promise<string[]> {
  const alike = sources.map((presented) =>
    presented.filter((token) => resemblesCredential(token, 'image')),
  );
  const judged = [...new Set(interleave(alike))].slice(0, MAX_PRESENTED_TOKENS);
  const hashes = await Promise.all(judged.map((token) => hashToken(keys, token, 'image')));
  return hashes.filter((hash) => hash !== null);
}

function interleave(sources: readonly (readonly string[])[]): string[] {
  const rounds = Math.max(0, ...sources.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    sources.flatMap((tokens) => tokens.slice(round, round + 1)),
  ).flat();
}

/** Null for a token of another kind, and for one that this service has not issued under its keys. */
export async function hashToken(
  keys: KeyRing,
  token: string,
  kind: TokenKind,
): Promise<string | null> {
  const credential = await readCredential(keys, token);
  return credential?.kind === kind ? hashUnder(keys, credential.keyId, token) : null;
}

/** A token revoked after its expiry counts as expired. */
export function judgeToken(
  { expiresAt, revokedAt }: TokenTimes,
  nowMs: number,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null && revokedAt < expiresAt) return 'revoked';
  return nowMs >= expiresAt ? 'expired' : 'active';
}

/** Null for an expired token and for one whose key is lost. */
export async function openSealedToken(
  { clock, keys }: Pick<Services, 'clock' | 'keys'>,
  imageId: number,
  { expiresAt, ...sealed }: SealedToken,
): Promise<ActiveToken | null> {
  if (expiresAt <= clock.now()) return null;
  const token = await revealToken(keys, imageId, sealed);
  return token === null ? null : { token, expiresAt };
}

/** Null when the token's key is lost. */
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

/** The ciphertext opens only for its own image. */
function bindTo(imageId: number): Uint8Array<ArrayBuffer> {
  return utf8(`image:${String(imageId)}`);
}
