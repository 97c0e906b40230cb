import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newRingSecret } from '../../src/worker/lib/key-ring.ts';
import type { CloudflareAccount } from '../support/cloudflare-account.ts';
import { ScriptError } from '../support/fail.ts';
import { readWranglerConfig } from '../support/wrangler-config.ts';
import { spawnWrangler, waitForExit } from '../support/wrangler.ts';
import { connectLeftNamespace } from './connect-left-namespace.ts';
import { readSecretNames } from './read-secret-names.ts';
import { makeSecretsFolder } from './secrets-folder.ts';

const OWNER_ONLY = 0o600;

/**
 * Uploads the Worker, with a key ring if it has none: it refuses requests without one, and a ring that is replaced would
 * end all that it has signed. Wrangler makes the missing namespace, bucket and queues.
 * @param secrets null for a Worker that does not exist yet. @returns the site's origin.
 * @throws {ScriptError} after wrangler's message.
 */
export async function deployWorker(
  account: CloudflareAccount,
  secrets: ReadonlySet<string> | null,
  options: readonly string[],
): Promise<string> {
  const needsRing = secrets?.has('KEY_RING') !== true;
  if (needsRing) await requireNoRing(account);
  const folder = makeSecretsFolder();
  const report = reportPath(folder);
  const left = secrets === null ? await connectLeftNamespace(account) : [];
  const args = ['deploy', ...left, ...options];
  if (needsRing) args.push('--secrets-file', writeKeyRing(folder));
  const child = spawnWrangler(args, 'inherit', {
    WRANGLER_OUTPUT_FILE_PATH: report,
    CLOUDFLARE_ACCOUNT_ID: account.id,
  });
  if ((await waitForExit(child)) === 0) return readAddress(report);
  throw new ScriptError(
    'The deployment is not complete; the reason is above. Run npm run deploy again: it continues.',
  );
}

/** @throws {ScriptError} when another deployment has made one since this one began. */
async function requireNoRing(account: CloudflareAccount): Promise<void> {
  if ((await readSecretNames(account))?.has('KEY_RING') !== true) return;
  throw new ScriptError(
    'Another deployment has made the key ring meanwhile. Run npm run deploy again when it has ended: it keeps that ring.',
  );
}

/** Workers Builds reads the reports of its own folder. */
function reportPath(folder: string): string {
  return (
    process.env['WRANGLER_OUTPUT_FILE_PATH'] ??
    join(
      process.env['WRANGLER_OUTPUT_FILE_DIRECTORY'] ?? folder,
      `wrangler-output-${String(process.pid)}.json`,
    )
  );
}

function writeKeyRing(folder: string): string {
  const path = join(folder, 'secrets.json');
  writeFileSync(path, JSON.stringify({ KEY_RING: `k1:${newRingSecret()}` }), { mode: OWNER_ONLY });
  return path;
}

interface ReportEntry {
  readonly type: string;
  readonly targets?: readonly string[];
}

/** `PUBLIC_BASE_URL`, or else the domain of its own, or else workers.dev. */
function readAddress(report: string): string {
  const configured = readWranglerConfig().vars['PUBLIC_BASE_URL'] ?? '';
  if (configured !== '') return new URL(configured).origin;
  const entries = readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEntry);
  const targets = entries.findLast(({ type }) => type === 'deploy')?.targets ?? [];
  const domain = targets.flatMap((target) => /^(\S+) \(custom domain/u.exec(target)?.[1] ?? [])[0];
  if (domain !== undefined) return `https://${domain}`;
  const address = targets.find((target) => /^https:\/\/\S+\.workers\.dev$/u.test(target));
  if (address !== undefined) return address;
  throw new ScriptError('The Worker is deployed, and has no address: set workers_dev or routes.');
}
