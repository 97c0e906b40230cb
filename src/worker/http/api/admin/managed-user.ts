import { z } from '@hono/zod-openapi';
import type { Account } from '../../../domain/accounts/read-account.ts';
import { toUser, User } from '../user/user.ts';

/** As administrators see an account. */
export const ManagedUser = User.extend({
  image_limit: z.int().nullable().openapi({
    description: 'The images that the account may hold; null for the limit of any account',
  }),
}).openapi('ManagedUser');

export function toManagedUser(account: Account): z.infer<typeof ManagedUser> {
  return { ...toUser(account), image_limit: account.imageLimit };
}
