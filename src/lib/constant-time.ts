import { timingSafeEqual } from 'node:crypto';
import { utf8 } from './bytes.ts';

/** Whether two secrets are the same, in a time that reveals neither where they differ nor how long they are. */
export async function isSameSecret(given: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all(
    [given, expected].map((text) => crypto.subtle.digest('SHA-256', utf8(text))),
  );
  return (
    a !== undefined && b !== undefined && timingSafeEqual(new Uint8Array(a), new Uint8Array(b))
  );
}
