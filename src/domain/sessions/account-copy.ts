import type { AccountCopy } from './session-store.ts';

/** The columns of `users` that a copy is made of. */
export const ACCOUNT_COPY_COLUMNS = 'username, role, status, auth_version';

/** Makes a copy from a raw row of these columns. */
export const toAccountCopy = (row: Record<string, unknown>): AccountCopy => ({
  username: String(row['username']),
  role: row['role'] as AccountCopy['role'],
  status: row['status'] as AccountCopy['status'],
  authVersion: Number(row['auth_version']),
});
