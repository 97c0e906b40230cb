import { DomainError, isDomainError, type ErrorName } from '../errors.ts';
import type { RateRule, RateVerdict, Services } from '../services.ts';

export interface GuessWindow extends RateRule {
  readonly subject: string;
  /** Counts wrong passwords only, not every attempt. */
  readonly failuresOnly: boolean;
}

interface Entry {
  readonly subject: string;
  readonly takenAt: number;
}

export const REQUIRE_ADMISSION_ERRORS = [
  'too_many_attempts',
] as const satisfies readonly ErrorName[];

export const LIMIT_GUESSES_ERRORS = REQUIRE_ADMISSION_ERRORS;

/** Entries come first, so that parallel guesses count. A window of failures refunds all but wrong guesses. */
export async function limitGuesses<Result>(
  { limiter }: Pick<Services, 'limiter'>,
  windows: readonly GuessWindow[],
  judge: () => Promise<Result>,
  wrongGuess: ErrorName = 'wrong_credentials',
): Promise<Result> {
  const entries = await takeEntries(limiter, windows);
  try {
    const result = await judge();
    await refundEntries(limiter, entries);
    return result;
  } catch (error) {
    if (!isDomainError(error, wrongGuess)) await refundEntries(limiter, entries);
    throw error;
  }
}

/** Asks windows in order, until one refuses. Returns the entries to refund on success. */
async function takeEntries(
  limiter: Services['limiter'],
  windows: readonly GuessWindow[],
): Promise<readonly Entry[]> {
  // Otherwise a refused attempt would take and return an entry in each window before.
  for (const { subject } of windows) {
    const refusal = limiter.recall(subject);
    if (refusal !== null) requireAdmission(subject, refusal);
  }
  const entries: Entry[] = [];
  try {
    for (const { subject, failuresOnly, ...rule } of windows) {
      const entry = requireAdmission(subject, await limiter.take(subject, rule));
      if (failuresOnly) entries.push(entry);
    }
    return entries;
  } catch (error) {
    await refundEntries(limiter, entries);
    throw error;
  }
}

export function requireAdmission(subject: string, verdict: RateVerdict): Entry {
  if (verdict.allowed) return { subject, takenAt: verdict.takenAt };
  throw new DomainError('too_many_attempts', { retryAfterSeconds: verdict.retryAfterSeconds });
}

async function refundEntries(
  limiter: Services['limiter'],
  entries: readonly Entry[],
): Promise<void> {
  await Promise.allSettled(entries.map(({ subject, takenAt }) => limiter.refund(subject, takenAt)));
}
