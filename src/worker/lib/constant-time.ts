import { utf8 } from '../../shared/bytes.ts';

/** The time depends on neither content nor length. */
export async function isSameSecret(given: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all(
    [given, expected].map((text) => crypto.subtle.digest('SHA-256', utf8(text))),
  );
  return a !== undefined && b !== undefined && isSameBytes(new Uint8Array(a), new Uint8Array(b));
}

/** The time depends on the length alone. Loading Node's crypto takes longer than all comparisons of an isolate. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [at, byte] of a.entries()) difference |= byte ^ (b[at] ?? 0);
  return difference === 0;
}
