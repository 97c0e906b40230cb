import { fromBase64, toBase64Url, utf8 } from '../../../shared/bytes.ts';
import { isSameBytes } from '../../lib/constant-time.ts';
import { randomBytes } from '../../../shared/ids.ts';
import type { ScryptCost } from '../../lib/scrypt-request.ts';
import type { DeriveKey } from '../services.ts';

// OWASP Password Storage Cheat Sheet; uses 16 MiB.
const COST: ScryptCost = { ln: 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PATTERN =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/u;

/** scrypt (RFC 7914); the text includes cost and salt. */
export async function hashPassword(
  deriveKey: DeriveKey,
  password: string,
  cost = COST,
): Promise<string> {
  const { ln, r, p } = cost;
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveKey({ password: toBytes(password), salt, cost, length: HASH_BYTES });
  return `$scrypt$ln=${ln},r=${r},p=${p}$${toBase64Url(salt)}$${toBase64Url(hash)}`;
}

/** Without a hash (no such account) takes as long and returns false. Throws for a malformed hash. */
export async function verifyPassword(
  deriveKey: DeriveKey,
  password: string,
  encoded: string | null,
): Promise<boolean> {
  if (encoded === null) {
    const salt = new Uint8Array(SALT_BYTES);
    await deriveKey({ password: toBytes(password), salt, cost: COST, length: HASH_BYTES });
    return false;
  }
  const [, ln, r, p, saltText, hashText] = PATTERN.exec(encoded) ?? [];
  const salt = fromBase64(saltText ?? '');
  const expected = fromBase64(hashText ?? '');
  if (ln === undefined || salt === null || expected === null || expected.length < HASH_BYTES) {
    throw new Error('a stored password hash is damaged');
  }
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const { length } = expected;
  const hash = await deriveKey({ password: toBytes(password), salt, cost, length });
  return isSameBytes(hash, expected);
}

function toBytes(password: string): Uint8Array<ArrayBuffer> {
  return utf8(password.normalize('NFC'));
}
