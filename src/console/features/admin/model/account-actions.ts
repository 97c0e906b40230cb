/** The actions on an account by its state. */

import type { User } from '../../../api/types.ts';

export type AccountAction = 'suspend' | 'activate' | 'remove' | 'keep';

type Target = Pick<User, 'id' | 'role' | 'status'>;

/** None on the own account; administrators can be suspended, but not deleted. */
export function listActions({ id, role, status }: Target, ownId: number): AccountAction[] {
  if (id === ownId) return [];
  if (status === 'suspended') return ['activate'];
  if (status === 'pending_deletion') return ['keep'];
  if (status === 'deleting') return [];
  return role === 'admin' ? ['suspend'] : ['suspend', 'remove'];
}

/** Compares a typed username as the service does. */
export function isNameOf({ username }: Pick<User, 'username'>, typed: string): boolean {
  return typed.trim().toLowerCase() === username.toLowerCase();
}
