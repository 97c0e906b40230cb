import { HOUR_MS, systemClock } from '../../src/shared/clock.ts';
import {
  INVITATION_LABEL_MAX_CHARACTERS,
  INVITATION_MAX_USES,
  STORAGE_QUOTA_MAX_BYTES,
} from '../../src/shared/entry-rules.ts';
import { toInvitationLink } from '../../src/shared/token-links.ts';
import type { Directory } from '../../src/worker/db/database.ts';
import { openDatabases } from '../../src/worker/db/open-databases.ts';
import {
  createInvitation,
  type InvitationTerms,
} from '../../src/worker/domain/invitations/create-invitation.ts';
import { readRegistration } from '../../src/worker/domain/settings/registration.ts';
import type { DatabaseTarget } from '../support/database-target.ts';
import { openMigrated } from '../support/database.ts';
import { ScriptError } from '../support/fail.ts';
import { readNumber } from './read-number.ts';
import { siteOrigin } from './site-url.ts';

/** For `parseArgs`. */
export const INVITATION_OPTIONS = {
  role: { type: 'string' },
  uses: { type: 'string' },
  hours: { type: 'string' },
  quota: { type: 'string' },
  label: { type: 'string' },
} as const;

type InvitationOptions = Readonly<Partial<Record<keyof typeof INVITATION_OPTIONS | 'url', string>>>;

const HOURS_MAX = 24 * 366 * 10;
/** Of invitations that make administrators. */
const ADMIN_HOURS_MAX = 24;

/** @throws {ScriptError} for an option out of range. */
export async function printInvitation(
  target: DatabaseTarget,
  options: InvitationOptions,
): Promise<void> {
  const terms = readTerms(options, systemClock.now());
  const origin = siteOrigin(target, options.url);
  await using bindings = await openMigrated(target);
  const { directory } = openDatabases(bindings.DB);
  const isRefused = terms.role !== 'admin' && (await readRegistration(directory)) === 'closed';
  console.log(await makeInvitation(directory, origin, terms));
  if (isRefused) {
    console.error(
      'Registration is closed: the link makes no account until the setting registration is invite or open.',
    );
  }
}

/** Returns the link, which nothing shows again. */
export async function makeInvitation(
  directory: Directory,
  origin: string,
  terms: InvitationTerms,
): Promise<string> {
  const { token } = await createInvitation({ directory, clock: systemClock }, null, terms);
  return toInvitationLink(origin, token);
}

/** Good once and for an hour, whatever the setting `registration` is. */
export function administratorTerms(nowMs: number): InvitationTerms {
  return readTerms({ role: 'admin' }, nowMs);
}

function readTerms(options: InvitationOptions, nowMs: number): InvitationTerms {
  const { role = 'user', uses = '1', hours, quota, label = '' } = options;
  if (role !== 'user' && role !== 'admin') {
    throw new ScriptError(`--role must be user or admin, not ${role}.`);
  }
  if (label.length > INVITATION_LABEL_MAX_CHARACTERS || /\p{Cc}/u.test(label)) {
    const most = String(INVITATION_LABEL_MAX_CHARACTERS);
    throw new ScriptError(`--label must be one line of at most ${most} characters.`);
  }
  const isAdmin = role === 'admin';
  if (isAdmin && uses !== '1') {
    throw new ScriptError(`--role admin invites one person: --uses cannot be ${uses}.`);
  }
  const life = hours ?? (isAdmin ? '1' : undefined);
  const most = isAdmin ? ADMIN_HOURS_MAX : HOURS_MAX;
  return {
    label,
    role,
    storageQuota:
      quota === undefined ? null : readNumber('quota', quota, [0, STORAGE_QUOTA_MAX_BYTES]),
    maxUses: uses === 'unlimited' ? null : readNumber('uses', uses, [1, INVITATION_MAX_USES]),
    expiresAt: life === undefined ? null : nowMs + readNumber('hours', life, [1, most]) * HOUR_MS,
  };
}
