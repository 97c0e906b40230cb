import { parseConfig, type Config } from '../../src/worker/config.ts';
import { KeyRing } from '../../src/worker/lib/key-ring.ts';
import { attention, broken, ok, type Finding } from './finding.ts';

export interface Settings {
  /** Of a deployment, whose secrets nobody can read: only their names are known. */
  readonly isRemote: boolean;
  readonly vars: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** The configuration is null when the Worker would refuse it. */
export function checkSettings({ isRemote, vars, secrets }: Settings): {
  readonly findings: readonly Finding[];
  readonly config: Config | null;
} {
  try {
    const config = parseConfig({ ...vars, ...secrets });
    if (!isRemote) KeyRing.parse(config.KEY_RING);
    const findings = [
      ok('settings', 'every setting is in its range, and no secret is missing'),
      ...(isRemote ? checkExposure(config) : []),
    ];
    return { findings, config };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const advice = isRemote
      ? 'Correct [vars] in wrangler.toml, or set the secret by npx wrangler secret put NAME; then npm run deploy.'
      : 'Correct [vars] in wrangler.toml, or the secret in .dev.vars; npm start makes a missing KEY_RING.';
    return { findings: [broken('settings', text, advice)], config: null };
  }
}

/** What a site on the internet should not leave at its default. */
function checkExposure({ PUBLIC_BASE_URL: url, METRICS_TOKEN, PURGE_TARGET }: Config): Finding[] {
  return [
    checkBaseUrl(url),
    METRICS_TOKEN === ''
      ? attention(
          'metrics',
          '/metrics is open to everybody',
          'npx wrangler secret put METRICS_TOKEN, and give it to Prometheus.',
        )
      : ok('metrics', '/metrics asks for its token'),
    PURGE_TARGET === 'none'
      ? attention(
          'purges',
          'no receiver: copies in other data centres live for up to ten minutes after a change',
          'Set PURGE_TARGET, or accept that.',
        )
      : ok('purges', `go to the ${PURGE_TARGET}`),
  ];
}

function checkBaseUrl(url: string): Finding {
  if (url === '') {
    return attention(
      'domain',
      'PUBLIC_BASE_URL is empty: purges and captchas cannot work, and links name the host of each request',
      "Set it to the site's address.",
    );
  }
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') {
    return attention(
      'domain',
      `PUBLIC_BASE_URL is ${url}: browsers keep sessions at https alone`,
      'Set it to the address with https.',
    );
  }
  if (hostname.endsWith('.workers.dev')) {
    return attention(
      'domain',
      'workers.dev has no edge cache: nearly every view reads a row and an object',
      'Add a domain: docs/operations.md, Deployment, step 3.',
    );
  }
  return ok('domain', url);
}
