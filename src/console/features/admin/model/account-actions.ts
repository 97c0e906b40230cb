/** The actions on an account by its state. */

import type { User } from '../../../api/types.ts';

/** They change the state of an account. */
export type StateAction = 'suspend' | 'activate' | 'remove' | 'keep';

export type AccountAction = StateAction | 'limits' | 'reset';

type Target = Pick<User, 'id' | 'role' | 'status'>;

/** The own account has its limits alone; administrators can be suspended, but not deleted or given a password. */
export function listActions(target: Target, ownId: number): AccountAction[] {
  const { id, role, status } = target;
  if (status === 'deleting') return [];
  if (id === ownId) return ['limits'];
  const canSignIn = status === 'active' || status === 'pending_deletion';
  const reset = role === 'user' && canSignIn ? (['reset'] as const) : [];
  return ['limits', ...reset, ...listStateActions(target)];
}

function listStateActions({ role, status }: Target): StateAction[] {
  if (status === 'suspended') return ['activate'];
  if (status === 'pending_deletion') return ['keep'];
  return role === 'admin' ? ['suspend'] : ['suspend', 'remove'];
}

/** Compares a typed username as the service does. */
export function isNameOf({ username }: Pick<User, 'username'>, typed: string): boolean {
  return typed.trim().toLowerCase() === username.toLowerCase();
}
