import type { ManagedUser } from '../../../api/types.ts';

const SORTS = ['id', 'newest', 'storage', 'last_seen'] as const;
const STATUSES = ['active', 'suspended', 'pending_deletion', 'deleting'] as const;

/** The users that the page lists; its address has all that is not the usual. */
export interface UserChoice {
  readonly search: string;
  /** '' for users of any status. */
  readonly status: ManagedUser['status'] | '';
  readonly sort: (typeof SORTS)[number];
  /** From 1. */
  readonly page: number;
}

/** Unknown values are the usual ones. */
export function readUserChoice(query: Readonly<Record<string, string>>): UserChoice {
  const { search = '', status, sort, page } = query;
  return {
    search,
    status: STATUSES.find((known) => known === status) ?? '',
    sort: SORTS.find((known) => known === sort) ?? 'id',
    page: Math.max(1, Math.trunc(Number(page ?? 1)) || 1),
  };
}

export function toUserAddress({ search, status, sort, page }: UserChoice): string {
  const parameters = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(status !== '' && { status }),
    ...(sort !== 'id' && { sort }),
    ...(page > 1 && { page: String(page) }),
  });
  return parameters.size === 0 ? '/admin/users' : `/admin/users?${parameters.toString()}`;
}
