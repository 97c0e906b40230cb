import { executeSql, type DatabaseTarget } from '../support/database.ts';
import { ScriptError } from '../support/fail.ts';

// As registration allows it; it also keeps quotes out of the statements below.
const USERNAME = /^[A-Za-z0-9_.-]{3,50}$/u;
const ROLES = { grant: 'admin', revoke: 'user' } as const;

type RoleAction = keyof typeof ROLES;

/** The last statement answers with the user's id and whether the role was changed; no row: no such user. */
const statementsFor = (action: RoleAction, username: string): string[] => {
  const name = username.toLowerCase();
  const role = ROLES[action];
  const nowMs = Date.now();
  // The event tells the user's live sessions; each statement runs only if the one before it changed a row.
  return [
    `UPDATE users SET role = '${role}', auth_version = auth_version + 1, updated_at = ${nowMs}
     WHERE username = '${name}' AND role <> '${role}'`,
    `INSERT INTO outbox_events (kind, payload, available_at, created_at)
     SELECT 'account', json_object('user_id', id), ${nowMs}, ${nowMs} FROM users
     WHERE username = '${name}' AND changes() = 1`,
    `INSERT INTO audit_log (action, subject, created_at)
     SELECT 'role_${action}', 'user:' || id, ${nowMs} FROM users
     WHERE username = '${name}' AND changes() = 1`,
    `SELECT id, changes() AS changed FROM users WHERE username = '${name}'`,
  ];
};

/** Makes a user an administrator, or no longer one. @throws ScriptError when there is no such user. */
export const changeRole = async (
  target: DatabaseTarget,
  action: RoleAction,
  username: string,
): Promise<void> => {
  const unknown = new ScriptError(`There is no user named ${username}.`);
  if (!USERNAME.test(username)) throw unknown;
  const [user] = await executeSql<{ changed: number }>(target, statementsFor(action, username));
  if (user === undefined) throw unknown;
  const state = action === 'grant' ? 'an administrator' : 'an ordinary user';
  console.log(
    user.changed === 1
      ? `${username} is ${state} now; sessions that are open learn of it within a minute.`
      : `${username} is ${state} already.`,
  );
};
