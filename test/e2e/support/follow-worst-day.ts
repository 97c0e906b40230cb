import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/support/wrangler.ts';
import type { Database } from './cloudflare/account.ts';
import { startCloudflareApi } from './cloudflare/cloudflare-api.ts';
import { openDatabase } from './insert-person.ts';
import { launchProgram } from './server.ts';

const CHECK = 'npm run fsck -- --remote';

const QUIET = {
  CI: 'true',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
};

interface LostSite {
  /** Folder of its backup. */
  readonly saved: string;
  readonly keyRing: string;
}

interface NewSite {
  /** Folder of a clone. */
  readonly clone: string;
  /** Folder of a local state, in the place of the account's database and bucket. */
  readonly state: string;
}

/**
 * Runs the commands of "The worst day" of docs/operations.md for a new account, up to the last one, which needs a
 * service that runs. Returns their output and the deployed secrets.
 */
export async function followWorstDay(lost: LostSite, { clone, state }: NewSite) {
  await using api = await startCloudflareApi();
  const { account, env } = api;
  const commands = readCommands();
  if (commands.pop() !== CHECK) throw new Error(`the page does not end with ${CHECK}`);
  const output: string[] = [];
  for (const command of commands) {
    const text = adapt(command, lost.saved, state);
    const given = { ...env, ...QUIET, KEY_RING: lost.keyRing };
    const running = launchProgram('sh', ['-c', text], given, clone);
    const exitCode = await running.ended;
    output.push(running.output());
    if (exitCode !== 0) throw new Error(`${command} fails:\n${running.output()}`);
    if (command.startsWith('npm run restore')) connect(account.databases, state);
  }
  const secrets = Object.fromEntries(
    (account.workers.get('tintype')?.deployed?.bindings ?? [])
      .filter(({ type }) => type === 'secret_text')
      .map(({ name, text }) => [name, String(text)]),
  );
  for (const { rows } of account.databases) rows.close();
  return { output: output.join(''), secrets, unknown: api.unknown };
}

function readCommands(): string[] {
  const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
  const list = /^Everything else is a restore.*\n\n((?:(?:\d\.| ) .*\n)+)/mu.exec(page)?.[1] ?? '';
  return [...list.matchAll(/`((?:npm run|npx wrangler) [^`]+)`/gu)].map(
    ([, command = '']) => command,
  );
}

/** Database and bucket are local, a token signs in, and a pipe answers wrangler's question. */
function adapt(command: string, saved: string, state: string): string {
  if (command === 'npx wrangler login') return 'true';
  const local = command.replace('DIR', saved).replace('--remote', `--persist-to ${state}`);
  return command.startsWith('npx wrangler secret put KEY_RING')
    ? `printf %s "$KEY_RING" | ${local}`
    : local;
}

/** The account's database is the restored one from here on. */
function connect(databases: Database[], persistTo: string): void {
  const [made] = databases;
  if (made === undefined) throw new Error('the account has no database to restore into');
  databases[0] = { ...made, rows: openDatabase({ persistTo }) };
}
