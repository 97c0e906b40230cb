import { invitations } from '../../db/schema/invitations.ts';

const { id, label, role, storageQuota, maxUses, uses, createdBy, createdAt, expiresAt } =
  invitations;

/** All but the token's hash. */
export const INVITATION_FIELDS = {
  id,
  label,
  role,
  storageQuota,
  maxUses,
  uses,
  createdBy,
  createdAt,
  expiresAt,
  withdrawnAt: invitations.withdrawnAt,
};

type InvitationRow = Pick<typeof invitations.$inferSelect, keyof typeof INVITATION_FIELDS>;

export const INVITATION_STATES = ['active', 'used', 'expired', 'withdrawn'] as const;

export type InvitationState = (typeof INVITATION_STATES)[number];

/** As administrators see it. */
export interface Invitation extends InvitationRow {
  readonly state: InvitationState;
}

export function toInvitation(row: InvitationRow, nowMs: number): Invitation {
  return { ...row, state: stateOf(row, nowMs) };
}

function stateOf(row: InvitationRow, nowMs: number): InvitationState {
  if (row.withdrawnAt !== null) return 'withdrawn';
  if (row.maxUses !== null && row.uses >= row.maxUses) return 'used';
  return row.expiresAt !== null && row.expiresAt <= nowMs ? 'expired' : 'active';
}
