/** When a token's record was made void, in milliseconds; null while it was not. */
export interface TokenTimes {
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

/** `active` admits, `revoked` is 4042, everything else is 4037. What was revoked after it had expired is expired. */
export const judgeToken = (
  token: TokenTimes | null,
  nowMs: number,
): 'active' | 'unknown' | 'expired' | 'revoked' => {
  if (token === null) return 'unknown';
  const { expiresAt, revokedAt } = token;
  if (revokedAt !== null && revokedAt < expiresAt) return 'revoked';
  return nowMs >= expiresAt ? 'expired' : 'active';
};
