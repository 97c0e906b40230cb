import type { ScryptRequest } from '../../lib/scrypt-request.ts';

const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

/** RFC 7914. Blocks its isolate on the Workers runtime. */
export async function scrypt({
  password,
  salt,
  cost: { ln, r, p },
  length,
}: ScryptRequest): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded on demand: it takes an isolate some milliseconds.
  const { scrypt: deriveKey } = await import('node:crypto');
  const options = { N: 2 ** ln, r, p, maxmem: MAX_MEMORY_BYTES };
  return new Promise((resolve, reject) => {
    deriveKey(password, salt, length, options, (error, key) => {
      if (error === null) resolve(new Uint8Array(key));
      else reject(error);
    });
  });
}
