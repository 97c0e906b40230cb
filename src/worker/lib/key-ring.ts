import { fromBase64, toBase64Url, utf8 } from '../../shared/bytes.ts';
import { randomBytes } from '../../shared/ids.ts';

const MIN_SECRET_BYTES = 32;
const ENTRY_PATTERN = /^([a-z0-9]{1,8}):([A-Za-z0-9+/_=-]+)$/u;

/** Each purpose has its own key, derived from the same secret (HKDF, RFC 5869). */
export type KeyPurpose =
  | 'credential'
  | 'image-token-hash'
  | 'image-token-cipher'
  | 'cursor'
  | 'delete-link'
  | 'share-pass'
  | 'webhook';

/** The first key signs, all verify: keys can be rotated. A value under a removed id is unknown, not an error. */
export class KeyRing {
  readonly activeId: string;
  readonly #secrets: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** Keys instead of promises: the request that asked first may be cut off. */
  readonly #derived = new Map<string, CryptoKey>();

  private constructor(activeId: string, secrets: ReadonlyMap<string, Uint8Array<ArrayBuffer>>) {
    this.activeId = activeId;
    this.#secrets = secrets;
  }

  /** `id:base64,…`; a secret has at least 32 bytes. @throws {Error} that names the fault without the secret. */
  static parse(text: string): KeyRing {
    const secrets = new Map<string, Uint8Array<ArrayBuffer>>();
    let activeId: string | undefined;
    for (const entry of text.split(',')) {
      const [, id, encoded] = ENTRY_PATTERN.exec(entry.trim()) ?? [];
      const secret = fromBase64(encoded ?? '');
      if (id === undefined || secret === null || secret.length < MIN_SECRET_BYTES) {
        throw new Error(
          'KEY_RING: each entry must be an id, a colon and at least 32 bytes in base64',
        );
      }
      if (secrets.has(id)) throw new Error(`KEY_RING: key id ${id} occurs twice`);
      secrets.set(id, secret);
      activeId ??= id;
    }
    if (activeId === undefined) throw new Error('KEY_RING: no key');
    return new KeyRing(activeId, secrets);
  }

  get ids(): readonly string[] {
    return [...this.#secrets.keys()];
  }

  has(keyId: string): boolean {
    return this.#secrets.has(keyId);
  }

  /** HMAC-SHA-256 (32 bytes); null for an unknown key. */
  async mac(
    purpose: KeyPurpose,
    keyId: string,
    text: string,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    const key = this.#derive(purpose, keyId, { name: 'HMAC', hash: 'SHA-256', length: 256 }, [
      'sign',
    ]);
    if (key === null) return null;
    return new Uint8Array(await crypto.subtle.sign('HMAC', await key, utf8(text)));
  }

  /** AES-GCM, 256 bits; null for an unknown key. */
  cipherKey(purpose: KeyPurpose, keyId: string): Promise<CryptoKey> | null {
    return this.#derive(purpose, keyId, { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt']);
  }

  #derive(
    purpose: KeyPurpose,
    keyId: string,
    algorithm: SubtleCryptoImportKeyAlgorithm,
    usages: string[],
  ): Promise<CryptoKey> | null {
    const secret = this.#secrets.get(keyId);
    if (secret === undefined) return null;
    const name = `${purpose}:${keyId}`;
    const derive = async (): Promise<CryptoKey> => {
      const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
      const info = { name: 'HKDF', hash: 'SHA-256', salt: utf8('tintype'), info: utf8(purpose) };
      const bits = await crypto.subtle.deriveBits(info, base, 256);
      const key = await crypto.subtle.importKey('raw', bits, algorithm, false, usages);
      this.#derived.set(name, key);
      return key;
    };
    const known = this.#derived.get(name);
    return known === undefined ? derive() : Promise.resolve(known);
  }
}

export function newRingSecret(): string {
  return toBase64Url(randomBytes(MIN_SECRET_BYTES));
}
