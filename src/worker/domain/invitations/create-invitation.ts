import { query } from '../../db/query.ts';
import { invitations } from '../../db/schema/invitations.ts';
import { prepareOne, type Params } from '../../db/statement.ts';
import { hashLinkToken, issueLinkToken } from '../../lib/link-token.ts';
import type { Role } from '../actor.ts';
import { recordInvitation } from '../audit/record-audit.ts';
import type { ErrorName } from '../errors.ts';
import { JUDGE_END_ERRORS, judgeEnd } from '../judge-end.ts';
import type { Services } from '../services.ts';
import { INVITATION_FIELDS, toInvitation, type Invitation } from './invitation.ts';

export interface InvitationTerms {
  readonly label: string;
  /** Of the accounts that it makes. Only the operator's shell makes administrators. */
  readonly role: Role;
  /** Bytes; null for the quota of any new account. */
  readonly storageQuota: number | null;
  /** Null for any number. */
  readonly maxUses: number | null;
  readonly expiresAt: number | null;
}

export interface IssuedInvitation {
  readonly invitation: Invitation;
  /** Shown once: only its SHA-256 is kept. */
  readonly token: string;
}

export const CREATE_INVITATION_ERRORS = JUDGE_END_ERRORS satisfies readonly ErrorName[];

/** `actorId` is null for the operator's shell. */
export async function createInvitation(
  { clock, directory }: Pick<Services, 'clock' | 'directory'>,
  actorId: number | null,
  terms: InvitationTerms,
): Promise<IssuedInvitation> {
  const now = clock.now();
  judgeEnd(terms.expiresAt, now);
  const token = issueLinkToken('invitation');
  const tokenHash = await hashLinkToken('invitation', token);
  if (tokenHash === null) throw new Error('a new token does not read as one');
  const { row } = await directory.batch({
    row: insertInvitation({ tokenHash, ...terms, createdBy: actorId, createdAt: now }),
    audit: recordInvitation(actorId, { tokenHash, ...terms }, now),
  });
  return { invitation: toInvitation(row, now), token };
}

type NewRow = InvitationTerms & {
  readonly tokenHash: string;
  readonly createdBy: number | null;
  readonly createdAt: number;
};

const insertInvitation = prepareOne((p: Params<{ [Field in keyof NewRow]: NewRow[Field] }>) =>
  query
    .insert(invitations)
    .values({
      tokenHash: p.tokenHash,
      label: p.label,
      role: p.role,
      storageQuota: p.storageQuota,
      maxUses: p.maxUses,
      createdBy: p.createdBy,
      createdAt: p.createdAt,
      expiresAt: p.expiresAt,
    })
    .returning(INVITATION_FIELDS),
);
