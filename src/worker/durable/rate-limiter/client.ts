import type { RateLimits } from '../../domain/services.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { RateLimiter } from './object.ts';

/** One object per subject, for example `login:name:ada`. */
export function createRateLimits(
  namespace: DurableObjectNamespace<RateLimiter>,
  clock: Clock,
): RateLimits {
  return {
    take: async (subject, rule) => namespace.getByName(subject).take(rule, clock.now()),
    refund: async (subject, takenAt) => {
      await namespace.getByName(subject).refund(takenAt);
    },
  };
}
