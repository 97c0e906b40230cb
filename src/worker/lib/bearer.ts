const PATTERN = /^Bearer +([^ ]+) *$/iu;

/** RFC 6750, 2.1; null for another scheme. */
export function parseBearer(authorization: string | null): string | null {
  return PATTERN.exec(authorization ?? '')?.[1] ?? null;
}
