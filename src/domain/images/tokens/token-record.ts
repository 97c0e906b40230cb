import { fromBase64, toBase64Url, toHex, utf8 } from '../../../lib/bytes.ts';
import { issueCredential, readCredential } from '../../../lib/credential.ts';
import { randomBytes } from '../../../lib/ids.ts';
import type { KeyRing } from '../../../lib/key-ring.ts';

const IV_BYTES = 12;

/** What the database keeps of a token. */
export interface TokenRecord {
  /** Keyed hash for look-up, 64 hexadecimal digits. */
  readonly tokenHash: string;
  /** AES-GCM: initialisation vector and ciphertext, base64url. */
  readonly ciphertext: string;
  readonly keyId: string;
}

const hashUnder = async (keys: KeyRing, keyId: string, token: string): Promise<string | null> => {
  const mac = await keys.mac('image-token-hash', keyId, token);
  return mac === null ? null : toHex(mac);
};

// The ciphertext only opens for the image that it was made for.
const boundTo = (imageId: number): Uint8Array<ArrayBuffer> => utf8(`image:${String(imageId)}`);

/** The look-up hash of what somebody presents as an image token; null when it is none of ours. */
export const hashPresentedToken = async (keys: KeyRing, token: string): Promise<string | null> => {
  const credential = await readCredential(keys, token);
  return credential?.kind === 'image' ? hashUnder(keys, credential.keyId, token) : null;
};

/** A fresh token of 256 random bits, and what to keep of it. */
export const makeToken = async (
  keys: KeyRing,
  imageId: number,
): Promise<{ token: string; record: TokenRecord }> => {
  const keyId = keys.activeId;
  const token = await issueCredential(keys, 'image');
  const tokenHash = await hashUnder(keys, keyId, token);
  const key = await keys.cipherKey('image-token-cipher', keyId);
  if (tokenHash === null || key === null) throw new Error('the key ring has lost its active key');
  const iv = randomBytes(IV_BYTES);
  const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo(imageId) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, utf8(token)));
  const whole = new Uint8Array(IV_BYTES + sealed.length);
  whole.set(iv);
  whole.set(sealed, IV_BYTES);
  return { token, record: { tokenHash, ciphertext: toBase64Url(whole), keyId } };
};

/** The token in plain text for owner and administrator; null when its key is lost, and it with it. */
export const revealToken = async (
  keys: KeyRing,
  imageId: number,
  { ciphertext, keyId }: Pick<TokenRecord, 'ciphertext' | 'keyId'>,
): Promise<string | null> => {
  const key = await keys.cipherKey('image-token-cipher', keyId);
  const sealed = fromBase64(ciphertext);
  if (key === null || sealed === null) return null;
  const iv = sealed.subarray(0, IV_BYTES);
  const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo(imageId) };
  try {
    const plain = await crypto.subtle.decrypt(algorithm, key, sealed.subarray(IV_BYTES));
    return new TextDecoder().decode(plain);
  } catch {
    return null;
  }
};
