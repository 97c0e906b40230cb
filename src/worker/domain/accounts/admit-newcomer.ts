import type { RegistrationMode } from '../../../shared/registration.ts';
import type { Statement } from '../../db/statement.ts';
import { hashLinkToken } from '../../lib/link-token.ts';
import type { Role } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { selectUsable, takeUse } from '../invitations/use-invitation.ts';
import type { Services } from '../services.ts';
import { selectSettings } from '../settings/read-settings.ts';
import type { SettingValues } from '../settings/registry.ts';
import { requireRegistration } from '../settings/registration.ts';

/** How the account is made. */
export interface Admission {
  readonly role: Role;
  /** Bytes; null for the quota of any new account. */
  readonly storageQuota: number | null;
  /** Go in the account's batch: they judge again, and count the use. */
  readonly statements: readonly Statement<number>[];
}

export const ADMIT_NEWCOMER_ERRORS = [
  'registration_closed',
  'invitation_required',
  'invitation_invalid',
] as const satisfies readonly ErrorName[];

/** An invitation for administrators, which only the operator makes, admits whatever the setting is. */
export async function admitNewcomer(
  services: Pick<Services, 'clock' | 'config' | 'directory'>,
  token: string | undefined,
): Promise<{ admission: Admission; captchaProvider: SettingValues['captcha_provider'] }> {
  const now = services.clock.now();
  const tokenHash = token === undefined ? null : await hashLinkToken('invitation', token);
  const { settings, usable } = await services.directory.batch({
    settings: selectSettings(['captcha_provider', 'registration'], services.config),
    usable: tokenHash === null ? [] : [selectUsable({ tokenHash, now })],
  });
  const { captcha_provider: captchaProvider, registration } = settings;
  if (token === undefined) {
    requireOpen(registration);
    const statements = [requireRegistration({ modes: ['open'] })];
    return { admission: { role: 'user', storageQuota: null, statements }, captchaProvider };
  }
  const [invitation = null] = usable;
  if (tokenHash === null || invitation === null) throw new DomainError('invitation_invalid');
  const isOperators = invitation.role === 'admin';
  if (registration === 'closed' && !isOperators) throw new DomainError('registration_closed');
  const inForce = isOperators ? [] : [requireRegistration({ modes: INVITING })];
  const statements = [...inForce, ...takeUse({ tokenHash, now })];
  return { admission: { ...invitation, statements }, captchaProvider };
}

const INVITING: readonly RegistrationMode[] = ['open', 'invite'];

function requireOpen(mode: RegistrationMode): void {
  if (mode === 'closed') throw new DomainError('registration_closed');
  if (mode === 'invite') throw new DomainError('invitation_required');
}
