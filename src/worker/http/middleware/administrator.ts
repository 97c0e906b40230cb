import type { Next } from 'hono';
import { requireAdministrator } from '../../domain/accounts/administer.ts';
import { DomainError } from '../../domain/errors.ts';
import type { AppContext } from '../env.ts';
import { webClientsOnly } from './platform.ts';
import { requireSession } from './session.ts';

const refuseOtherPlatforms = webClientsOnly('admin_web_only');

/** Needs a web session; D1 decides the role. */
export async function requireAdministratorOnWeb(c: AppContext, next: Next): Promise<void> {
  await requireSession(c, async () => {
    if (c.var.actor.kind !== 'web') throw new DomainError('admin_web_only');
    await refuseOtherPlatforms(c, async () => {
      await requireAdministrator(c.env.services, c.var.actor);
      await next();
    });
  });
}
