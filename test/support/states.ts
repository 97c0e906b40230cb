import type { UserStatus } from '../../src/worker/db/schema/accounts.ts';
import { changeAccount } from '../../src/worker/domain/accounts/change-account.ts';
import { checkConsistency } from '../../src/worker/domain/consistency/check-consistency.ts';
import { sweep } from '../../src/worker/jobs/sweep.ts';
import { registerAndLogin, type Person } from './people.ts';
import type { TestWorker } from './worker.ts';
import { readRows, statement } from './sql.ts';

/** An administrator whose session has the role. */
export const registerAdmin = async (worker: TestWorker): Promise<Person> => {
  const person = await registerAndLogin(worker);
  await changeAccount(worker.services, person.userId, {
    dropSessions: false,
    statements: ({ id }) => [statement("UPDATE users SET role = 'admin' WHERE id = ?", id)],
  });
  return person;
};

/** Sets the state of an account directly; its sessions stay, and are checked against it. */
export const putInState = async (
  worker: TestWorker,
  { userId }: Pick<Person, 'userId'>,
  status: UserStatus,
): Promise<void> => {
  await changeAccount(worker.services, userId, {
    dropSessions: false,
    statements: ({ id }) => [statement('UPDATE users SET status = ? WHERE id = ?', status, id)],
  });
};

/** Runs the cron of so many minutes. */
export const passMinutes = async (worker: TestWorker, minutes: number): Promise<void> => {
  for (let minute = 0; minute < minutes; minute += 1) {
    worker.clock.advance(60_000);
    await sweep(worker.services);
  }
};

/** The findings of fsck. */
export const listFindings = async ({ services }: TestWorker): Promise<string[]> => {
  const findings: string[] = [];
  for await (const { subject, problem } of checkConsistency(services)) {
    findings.push(`${subject}: ${problem}`);
  }
  return findings;
};

/** The code of a user's request for the own account; 0 for success. */
export const codeOfMe = async (
  worker: TestWorker,
  { headers }: Pick<Person, 'headers'>,
): Promise<number> =>
  (await (await worker.fetch('/api/v1/auth/me', { headers })).json<{ code: number }>()).code;

/** The status of an account; null once it is erased. */
export const statusOf = async (
  { services }: TestWorker,
  userId: number,
): Promise<string | null> => {
  const [row] = await readRows<{ status: string }>(
    services.db,
    statement('SELECT status FROM users WHERE id = ?', userId),
  );
  return row?.status ?? null;
};

/** The titles of a user's notifications, oldest first. */
export const titlesFor = async ({ services }: TestWorker, userId: number): Promise<string[]> => {
  const rows = await readRows<{ title: string }>(
    services.db,
    statement('SELECT title FROM notifications WHERE user_id = ? ORDER BY id', userId),
  );
  return rows.map(({ title }) => title);
};
