import { z } from '@hono/zod-openapi';
import type { Account } from '../../../domain/accounts/read-account.ts';
import { toTimestamp } from '../../../../shared/clock.ts';

export const USER_STATUSES = ['active', 'suspended', 'pending_deletion', 'deleting'] as const;

export const UserSummary = z
  .object({ id: z.int(), username: z.string(), role: z.enum(['user', 'admin']) })
  .openapi('UserSummary');

export const User = UserSummary.extend({
  email: z.string(),
  status: z.enum(USER_STATUSES),
  avatar_url: z.string().nullable(),
  storage_used: z.int(),
  storage_quota: z.int(),
  image_count: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}).openapi('User');

export const UserProfile = User.extend({
  storage_percent: z.number().openapi({ description: 'Used share of the quota, in percent' }),
  deletion_due_at: z.iso
    .datetime()
    .nullable()
    .openapi({ description: 'When the account will be deleted; null while that is not asked for' }),
}).openapi('UserProfile');

export function toUserProfile(account: Account): z.infer<typeof UserProfile> {
  return {
    ...toUser(account),
    storage_percent: percentOf(account.storageUsed, account.storageQuota),
    deletion_due_at: account.deletionDueAt === null ? null : toTimestamp(account.deletionDueAt),
  };
}

/** Two decimals; 100 for a used account without a quota. */
function percentOf(used: number, quota: number): number {
  if (quota === 0) return used === 0 ? 0 : 100;
  return Math.round((used / quota) * 10_000) / 100;
}

export function toUser(account: Account): z.infer<typeof User> {
  return {
    ...toUserSummary(account),
    email: account.email,
    status: account.status,
    avatar_url: account.avatarUrl,
    storage_used: account.storageUsed,
    storage_quota: account.storageQuota,
    image_count: account.imageCount,
    created_at: toTimestamp(account.createdAt),
    updated_at: toTimestamp(account.updatedAt),
  };
}

export function toUserSummary({ id, username, role }: Account): z.infer<typeof UserSummary> {
  return { id, username, role };
}
