import type { RateLimits, RateVerdict } from '../../domain/services.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { MemoryCache } from '../../storage/memory-cache.ts';
import type { RateLimiter } from './object.ts';

/** By subject, in the isolate's memory. */
export type Refusals = MemoryCache<RateVerdict>;

/** The least time that a refused caller is told to wait. */
const REFUSAL_TTL_MS = 1000;

/**
 * One object per subject, for example `login:name:ada`. Each isolate repeats a refusal for a second, so that a flood of
 * refused requests hardly calls the object.
 */
export function createRateLimits(
  namespace: DurableObjectNamespace<RateLimiter>,
  clock: Clock,
  refusals: Refusals,
): RateLimits {
  const recall = (subject: string): RateVerdict | null => refusals.get(subject, clock.now());
  return {
    recall,
    take: async (subject, rule) => {
      const known = recall(subject);
      if (known !== null) return known;
      const verdict = await namespace.getByName(subject).take(rule, clock.now());
      if (!verdict.allowed) refusals.put(subject, verdict, 1, clock.now() + REFUSAL_TTL_MS);
      return verdict;
    },
    refund: async (subject, takenAt) => {
      refusals.invalidate(subject);
      try {
        await namespace.getByName(subject).refund(takenAt);
      } finally {
        // A refusal from before the refund may have been answered meanwhile.
        refusals.invalidate(subject);
      }
    },
  };
}
