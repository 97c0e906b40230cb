import type { Next } from 'hono';
import { requireUnlocked } from '../../../domain/uploads/create-upload.ts';
import type { AppContext } from '../../env.ts';

type Admit = (c: AppContext, next: Next) => Promise<void>;

/** The account's lock precedes errors of the file. */
export function lockedFirst(admit: Admit): Admit {
  return async (c, next) => {
    await admit(c, next);
    const isRefused = c.res.status >= 400 && c.res.status < 500;
    if (isRefused) requireUnlocked(c.var.actor);
  };
}
