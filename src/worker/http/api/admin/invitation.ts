import { z } from '@hono/zod-openapi';
import { toTimestamp } from '../../../../shared/clock.ts';
import { INVITATION_STATES, type Invitation } from '../../../domain/invitations/invitation.ts';

export const InvitationItem = z
  .object({
    id: z.int(),
    label: z.string(),
    role: z.enum(['user', 'admin']).openapi({ description: 'Of the accounts that it makes' }),
    storage_quota: z
      .int()
      .nullable()
      .openapi({ description: 'Of these accounts, in bytes; null for that of any new account' }),
    max_uses: z.int().nullable().openapi({ description: 'Null for any number' }),
    uses: z.int(),
    state: z.enum(INVITATION_STATES),
    created_by: z
      .int()
      .nullable()
      .openapi({ description: 'Null for the operator’s shell, and once the person is erased' }),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
  })
  .openapi('Invitation');

export function toInvitationItem(invitation: Invitation): z.infer<typeof InvitationItem> {
  const { id, label, role, uses, state, expiresAt } = invitation;
  return {
    id,
    label,
    role,
    storage_quota: invitation.storageQuota,
    max_uses: invitation.maxUses,
    uses,
    state,
    created_by: invitation.createdBy,
    created_at: toTimestamp(invitation.createdAt),
    expires_at: expiresAt === null ? null : toTimestamp(expiresAt),
  };
}
