import { DomainError, type ErrorName } from './errors.ts';

export const JUDGE_END_ERRORS = ['invalid_parameter'] as const satisfies readonly ErrorName[];

/** Null is no end. */
export function judgeEnd(expiresAt: number | null, nowMs: number): void {
  if (expiresAt === null || expiresAt > nowMs) return;
  throw new DomainError('invalid_parameter', { message: 'expires_at: must be in the future' });
}
