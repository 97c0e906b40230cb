import type { Next } from 'hono';
import { administer, requireAdministrator } from '../../../domain/accounts/administer.ts';
import { DomainError, type ErrorName } from '../../../domain/errors.ts';
import type { Services } from '../../../domain/services.ts';
import type { AppContext } from '../../env.ts';
import { webClientsOnly } from '../../middleware/platform.ts';
import { requireSession } from '../../middleware/session.ts';
import { sessionRoute, type RouteDescription } from '../../route.ts';

const ERRORS_OF_ADMINISTRATION: readonly ErrorName[] = ['admin_web_only', 'permission_denied'];

/** Describes a route of administration: for a web session of an administrator, as D1 has the role. */
export function adminRoute<
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it keeps the path's literal type
  Path extends string,
  Route extends RouteDescription<Path>,
>(route: Route) {
  const errors = [...ERRORS_OF_ADMINISTRATION, ...(route.errors ?? [])];
  return sessionRoute<Path, Route>({ ...route, errors, tags: ['admin'] }, admitAdministrator);
}

/** Runs a verb for the administrator who asks; it does nothing for one who has lost the role meanwhile. */
export function runForAdministrator<Result>(
  c: AppContext,
  verb: (services: Services) => Promise<Result>,
): Promise<Result> {
  return administer(c.env.services, c.var.actor, verb);
}

const refuseOtherPlatforms = webClientsOnly('admin_web_only');

async function admitAdministrator(c: AppContext, next: Next): Promise<void> {
  await requireSession(c, async () => {
    if (c.var.actor.kind !== 'web') throw new DomainError('admin_web_only');
    await refuseOtherPlatforms(c, async () => {
      await requireAdministrator(c.env.services, c.var.actor);
      await next();
    });
  });
}
