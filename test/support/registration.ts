import type { RegistrationMode } from '../../src/shared/registration.ts';
import {
  createInvitation,
  type InvitationTerms,
} from '../../src/worker/domain/invitations/create-invitation.ts';
import { writeSettings } from '../../src/worker/domain/settings/write-settings.ts';
import { postJson } from './people.ts';
import { readRows, statement } from './sql.ts';
import type { TestWorker } from './worker.ts';

let names = 0;
let addresses = 0;

export const setRegistration = async (
  worker: TestWorker,
  mode: RegistrationMode,
): Promise<void> => {
  await writeSettings(worker.services, null, [{ key: 'registration', value: mode }]);
};

/** The token of an invitation of the operator; for one user, without an end. */
export const invite = async (
  { services }: TestWorker,
  terms: Partial<InvitationTerms> = {},
): Promise<string> => {
  const usual = {
    label: '',
    role: 'user',
    storageQuota: null,
    maxUses: 1,
    expiresAt: null,
  } as const;
  return (await createInvitation(services, null, { ...usual, ...terms })).token;
};

export interface Newcomer {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly username: string;
  /** Null when refused. */
  readonly userId: number | null;
}

/** Registers somebody new from an address of its own. */
export const registerNewcomer = async (
  worker: TestWorker,
  invitation?: string,
  {
    username = `newcomer-${String((names += 1))}`,
    address = `2001:db8:ffff:${(addresses += 1).toString(16)}::1`,
  }: { readonly username?: string; readonly address?: string } = {},
): Promise<Newcomer> => {
  const body = { username, email: `${username}@example.org`, password: 'correct horse' };
  const response = await postJson(
    worker,
    '/api/v1/auth/register',
    invitation === undefined ? body : { ...body, invitation },
    { 'CF-Connecting-IP': address },
  );
  const { code, message, data } = await response.json<{
    code: number;
    message: string;
    data?: { id: number };
  }>();
  return { status: response.status, code, message, username, userId: data?.id ?? null };
};

/** How many accounts each invitation has made, oldest first. */
export const listUses = async ({ services }: TestWorker): Promise<number[]> => {
  const select = statement('SELECT uses FROM invitations ORDER BY id');
  return (await readRows<{ uses: number }>(services.db, select)).map(({ uses }) => uses);
};
