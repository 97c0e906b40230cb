import { scrypt, timingSafeEqual } from 'node:crypto';
import { fromBase64, toBase64Url } from '../../lib/bytes.ts';
import { randomBytes } from '../../lib/ids.ts';
import { Semaphore } from '../../lib/semaphore.ts';

/** scrypt's cost: N = 2^ln, r, p; it takes 128·N·r bytes. */
export interface ScryptCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

// OWASP's Password Storage Cheat Sheet; N·r·p of 2^20 is the most that the runtime allows. Takes 16 MiB.
const COST: ScryptCost = { ln: 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const PATTERN =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/u;

const slots = new Semaphore(2);

/** Hashes a password with scrypt (RFC 7914) into a text that carries its cost and salt. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const { ln, r, p } = cost;
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, cost, HASH_BYTES);
  return `$scrypt$ln=${ln},r=${r},p=${p}$${toBase64Url(salt)}$${toBase64Url(hash)}`;
}

/**
 * Whether a password is the one that was hashed. Without a hash (no such account) it takes as long and is false.
 * @throws {Error} when the text is no hash of ours.
 */
export async function verifyPassword(password: string, encoded: string | null): Promise<boolean> {
  if (encoded === null) {
    await derive(password, new Uint8Array(SALT_BYTES), COST, HASH_BYTES);
    return false;
  }
  const [, ln, r, p, saltText, hashText] = PATTERN.exec(encoded) ?? [];
  const salt = fromBase64(saltText ?? '');
  const expected = fromBase64(hashText ?? '');
  if (ln === undefined || salt === null || expected === null || expected.length < HASH_BYTES) {
    throw new Error('a stored password hash is damaged');
  }
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  return timingSafeEqual(await derive(password, salt, cost, expected.length), expected);
}

function derive(
  password: string,
  salt: Uint8Array,
  { ln, r, p }: ScryptCost,
  length: number,
): Promise<Uint8Array> {
  const options = { N: 2 ** ln, r, p, maxmem: MAX_MEMORY_BYTES };
  return slots.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFC'), salt, length, options, (error, key) => {
          if (error === null) resolve(key);
          else reject(error);
        });
      }),
  );
}
