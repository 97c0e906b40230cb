/** What an administrator may do to an account, by its state (specification, User status). */

import type { User } from '../../../api/types.ts';

export type AccountAction = 'suspend' | 'activate' | 'remove' | 'keep';

type Target = Pick<User, 'id' | 'role' | 'status'>;

/** The own account is left alone; administrators can be suspended, but not deleted. */
export function listActions({ id, role, status }: Target, ownId: number): AccountAction[] {
  if (id === ownId) return [];
  if (status === 'suspended') return ['activate'];
  if (status === 'pending_deletion') return ['keep'];
  if (status === 'deleting') return [];
  return role === 'admin' ? ['suspend'] : ['suspend', 'remove'];
}

/** Whether a typed name is the account's, as the service compares them. */
export function isNameOf({ username }: Pick<User, 'username'>, typed: string): boolean {
  return typed.trim().toLowerCase() === username.toLowerCase();
}
