// The operator's commands: npm run admin -- <command> …
import { parseArgs } from 'node:util';
import { printAdministrators } from './admin/list-administrators.ts';
import { restartPublication } from './admin/restart-publication.ts';
import { setRole } from './admin/set-role.ts';
import { SCRIPT_KEYS, setSetting } from './admin/set-setting.ts';
import { DATABASE_OPTIONS, targetOf, type DatabaseTarget } from './support/database-target.ts';
import { runScript, ScriptError } from './support/fail.ts';
import { retryWhileLocked } from './support/retry-while-locked.ts';

const USAGE = `Usage: npm run admin -- <command> [--remote | --persist-to DIR]

  grant USERNAME    make a user an administrator
  revoke USERNAME   make an administrator an ordinary user
  list              print the administrators
  set KEY VALUE     change a setting while the service runs; @FILE stands for a file's content
  retry IMAGE_ID    restart a failed publication

Keys: ${SCRIPT_KEYS.join(', ')}`;

interface Command {
  readonly arguments: number;
  readonly run: (target: DatabaseTarget, first: string, second: string) => Promise<void>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  grant: { arguments: 1, run: (target, username) => setRole(target, 'admin', username) },
  revoke: { arguments: 1, run: (target, username) => setRole(target, 'user', username) },
  list: { arguments: 0, run: printAdministrators },
  set: { arguments: 2, run: setSetting },
  retry: { arguments: 1, run: restartPublication },
};

await runScript(async () => {
  const { values, positionals } = parseArgs({ options: DATABASE_OPTIONS, allowPositionals: true });
  const [name = '', ...rest] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const [first = '', second = ''] = rest;
  if (command === undefined || rest.length !== command.arguments) throw new ScriptError(USAGE);
  const target = targetOf(values);
  const run = () => command.run(target, first, second);
  // A deployment's database waits for locks.
  await (target.remote ? run() : retryWhileLocked(run));
  return 0;
});
