const PATTERN = /^Bearer +([^ ]+) *$/iu;

/** The token of an `Authorization` header (RFC 6750, 2.1); null for another scheme or none. */
export function parseBearer(authorization: string | null): string | null {
  return PATTERN.exec(authorization ?? '')?.[1] ?? null;
}
