// Looks at a site and says what to do: npm run doctor
import { parseArgs } from 'node:util';
import { readSecretNames } from './deploy/read-secret-names.ts';
import { checkAddress } from './doctor/check-address.ts';
import { checkBindings } from './doctor/check-bindings.ts';
import { checkSettings, type Settings } from './doctor/check-settings.ts';
import { checkState } from './doctor/check-state.ts';
import { checkStorage } from './doctor/check-storage.ts';
import { describeFinding, type Finding } from './doctor/finding.ts';
import { DATABASE_OPTIONS, targetOf } from './support/database-target.ts';
import { runScript, ScriptError } from './support/fail.ts';
import { findAccount } from './support/find-account.ts';
import { findLocalSecrets } from './support/local-secrets.ts';
import { splitVar } from './support/start-options.ts';
import { readWranglerConfig } from './support/wrangler-config.ts';
import { ROOT } from './support/wrangler.ts';

const USAGE = `Usage: npm run doctor -- [options]

Each line says ok, attention (the site works, somebody should look) or broken, and what to do.

  --remote          look at the deployment instead of the local state
  --persist-to DIR  look at the local state in DIR
  --url URL         ask the site at URL, too; PUBLIC_BASE_URL otherwise
  --var NAME:VALUE  a setting that npm start or npm run deploy was given
  --help            show this text

Exit status: 1 when something is broken, 0 otherwise.`;

await runScript(main);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      ...DATABASE_OPTIONS,
      url: { type: 'string' },
      var: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const target = targetOf(values);
  const wrangler = readWranglerConfig();
  const vars = { ...wrangler.vars, ...Object.fromEntries(values.var.map(splitVar)) };
  const settings = { isRemote: target.remote, vars, secrets: await readSecrets(target) };
  const findings: Finding[] = [];
  const report = (more: readonly Finding[]): void => {
    findings.push(...more);
    for (const finding of more) console.log(describeFinding(finding));
  };

  const { findings: ofSettings, config } = checkSettings(settings);
  report(ofSettings);
  report(checkBindings(wrangler));
  const { findings: ofStorage, state } = await checkStorage(target);
  report(ofStorage);
  const site = { isRemote: target.remote, nowMs: Date.now(), config };
  if (state !== null) report(checkState(state, site));
  const url = values.url ?? config?.PUBLIC_BASE_URL ?? '';
  if (url !== '') {
    const isGiven = values.url !== undefined;
    report(await checkAddress({ url, isGiven, publicPath: state?.publicPath ?? null }));
  }
  return findings.some(({ health }) => health === 'broken') ? 1 : 0;
}

/** A deployment's secrets have names alone; a placeholder stands for each value. */
async function readSecrets({ remote }: { readonly remote: boolean }): Promise<Settings['secrets']> {
  if (!remote) return findLocalSecrets(ROOT);
  const names = await readSecretNames(await findAccount());
  if (names === null)
    throw new ScriptError('The account has no such Worker. npm run deploy makes it.');
  return Object.fromEntries([...names].map((name) => [name, 'set']));
}
