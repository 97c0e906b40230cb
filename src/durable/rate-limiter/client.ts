import type { RateLimiter as RateLimiterPort } from '../../domain/services.ts';
import type { Clock } from '../../lib/clock.ts';
import type { RateLimiter } from './object.ts';

/** Reaches the object of a subject, for example `login:name:ada`. */
export const createRateLimiter = (
  namespace: DurableObjectNamespace<RateLimiter>,
  clock: Clock,
): RateLimiterPort => ({
  take: async (subject, rule) => namespace.getByName(subject).take(rule, clock.now()),
  refund: async (subject, takenAt) => {
    await namespace.getByName(subject).refund(takenAt);
  },
});
