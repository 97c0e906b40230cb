import { utf8 } from '../../shared/bytes.ts';

/** Whether two secrets are the same, in a time that reveals neither where they differ nor how long they are. */
export async function isSameSecret(given: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all(
    [given, expected].map((text) => crypto.subtle.digest('SHA-256', utf8(text))),
  );
  return a !== undefined && b !== undefined && isSameBytes(new Uint8Array(a), new Uint8Array(b));
}

/**
 * Whether two byte strings are the same, in a time that tells their lengths and nothing else. By hand, because Node's
 * crypto takes each isolate longer to load than all that an isolate does with it.
 */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [at, byte] of a.entries()) difference |= byte ^ (b[at] ?? 0);
  return difference === 0;
}
