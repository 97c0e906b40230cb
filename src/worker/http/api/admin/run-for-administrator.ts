import { administer } from '../../../domain/accounts/administer.ts';
import type { Services } from '../../../domain/services.ts';
import type { AppContext } from '../../env.ts';

/** The verb does nothing if the caller has lost the role meanwhile. */
export function runForAdministrator<Result>(
  c: AppContext,
  verb: (services: Services) => Promise<Result>,
): Promise<Result> {
  return administer(c.env.services, c.var.actor, verb);
}
