// The operator's commands: npm run admin -- <command> …
import { parseArgs } from 'node:util';
import { changeAccountLimits, LIMIT_OPTIONS } from './admin/change-account-limits.ts';
import { INVITATION_OPTIONS, printInvitation } from './admin/invite.ts';
import { printAdministrators } from './admin/list-administrators.ts';
import { printResetLink } from './admin/reset-password.ts';
import { restartPublication } from './admin/restart-publication.ts';
import { setRole } from './admin/set-role.ts';
import { SCRIPT_KEYS, setSetting } from './admin/set-setting.ts';
import { URL_OPTION } from './admin/site-url.ts';
import { DATABASE_OPTIONS, targetOf, type DatabaseTarget } from './support/database-target.ts';
import { runScript, ScriptError } from './support/fail.ts';
import { retryWhileLocked } from './support/retry-while-locked.ts';

const USAGE = `Usage: npm run admin -- <command> [--remote | --persist-to DIR]

  grant USERNAME    make a user an administrator
  revoke USERNAME   make an administrator an ordinary user
  list              print the administrators
  invite            print a link by which somebody makes an account
    --role admin      an administrator's account; the link then ends within an hour, and works while registration is closed
    --uses N          so many accounts instead of one; "unlimited" for any number
    --hours N         an end
    --quota BYTES     their storage; 1073741824 is 1 GB
    --label TEXT      for the list of invitations
  reset USERNAME    print a link by which a user sets a new password, once and within an hour
  limits USERNAME   change how much an account may hold
    --quota BYTES     its storage
    --images N        its images; "default" for the limit of any account
  set KEY VALUE     change a setting while the service runs; @FILE stands for a file's content
    registration      who may make an account: open (everybody), invite (people with an invitation) or closed (nobody)
  retry IMAGE_ID    restart a failed publication

Without --remote, a command works on the local state in .wrangler/state or DIR; with it, on the deployment.
invite and reset take --url URL, the site's address, if PUBLIC_BASE_URL in wrangler.toml is not it.

Keys: ${SCRIPT_KEYS.join(', ')}`;

type OptionName = keyof typeof OPTIONS;
type Options = Readonly<Partial<Record<OptionName, string>>>;

interface Command {
  readonly arguments: number;
  readonly options?: readonly OptionName[];
  readonly run: (
    target: DatabaseTarget,
    given: readonly [first: string, second: string],
    options: Options,
  ) => Promise<void>;
}

const OPTIONS = { ...INVITATION_OPTIONS, ...LIMIT_OPTIONS, ...URL_OPTION };

const COMMANDS: Readonly<Record<string, Command>> = {
  grant: { arguments: 1, run: (target, [username]) => setRole(target, 'admin', username) },
  revoke: { arguments: 1, run: (target, [username]) => setRole(target, 'user', username) },
  list: { arguments: 0, run: printAdministrators },
  invite: {
    arguments: 0,
    options: ['role', 'uses', 'hours', 'quota', 'label', 'url'],
    run: (target, _, options) => printInvitation(target, options),
  },
  reset: {
    arguments: 1,
    options: ['url'],
    run: (target, [username], options) => printResetLink(target, username, options),
  },
  limits: {
    arguments: 1,
    options: ['quota', 'images'],
    run: (target, [username], options) => changeAccountLimits(target, username, options),
  },
  set: { arguments: 2, run: (target, [key, value]) => setSetting(target, key, value) },
  retry: { arguments: 1, run: (target, [image]) => restartPublication(target, image) },
};

await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: { ...DATABASE_OPTIONS, ...OPTIONS, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const { help, remote, 'persist-to': persistTo, ...options } = values;
  if (help === true) {
    console.log(USAGE);
    return 0;
  }
  const [name = '', ...rest] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const [first = '', second = ''] = rest;
  if (command === undefined || rest.length !== command.arguments) throw new ScriptError(USAGE);
  const known: readonly string[] = command.options ?? [];
  const unknown = Object.keys(options).find((option) => !known.includes(option));
  if (unknown !== undefined) throw new ScriptError(`${name} takes no --${unknown}.\n\n${USAGE}`);
  const target = targetOf({ remote, 'persist-to': persistTo });
  const run = () => command.run(target, [first, second], options);
  // A deployment's database waits for locks.
  await (target.remote ? run() : retryWhileLocked(run));
  return 0;
});
