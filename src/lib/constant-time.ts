import { timingSafeEqual } from 'node:crypto';
import { utf8 } from './bytes.ts';

/** Whether two secrets are the same, in a time that tells nothing of where they differ or how long they are. */
export const isSameSecret = async (given: string, expected: string): Promise<boolean> => {
  const [a, b] = await Promise.all(
    [given, expected].map((text) => crypto.subtle.digest('SHA-256', utf8(text))),
  );
  return (
    a !== undefined && b !== undefined && timingSafeEqual(new Uint8Array(a), new Uint8Array(b))
  );
};
