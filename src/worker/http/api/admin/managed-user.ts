import { z } from '@hono/zod-openapi';
import type { Account } from '../../../domain/accounts/read-account.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { toUser, User } from '../user/user.ts';

/** As administrators see an account. */
export const ManagedUser = User.extend({
  image_limit: z.int().nullable().openapi({
    description: 'The images that the account may hold; null for the limit of any account',
  }),
  last_seen_at: z.iso.datetime().nullable().openapi({
    description:
      'The first visit of their last day (UTC), by a browser, a device or a key; null before the first',
  }),
}).openapi('ManagedUser');

export function toManagedUser(account: Account): z.infer<typeof ManagedUser> {
  const { imageLimit, lastSeenAt } = account;
  return {
    ...toUser(account),
    image_limit: imageLimit,
    last_seen_at: lastSeenAt === null ? null : toTimestamp(lastSeenAt),
  };
}
