import type { ScryptRequest } from '../../lib/scrypt.ts';

const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

/** scrypt (RFC 7914). On the Workers runtime it keeps everything else in its isolate waiting until it is done. */
export async function scrypt({
  password,
  salt,
  cost: { ln, r, p },
  length,
}: ScryptRequest): Promise<Uint8Array<ArrayBuffer>> {
  // Not before it is needed: it takes an isolate some milliseconds to load.
  const { scrypt: deriveKey } = await import('node:crypto');
  const options = { N: 2 ** ln, r, p, maxmem: MAX_MEMORY_BYTES };
  return new Promise((resolve, reject) => {
    deriveKey(password, salt, length, options, (error, key) => {
      if (error === null) resolve(new Uint8Array(key));
      else reject(error);
    });
  });
}
