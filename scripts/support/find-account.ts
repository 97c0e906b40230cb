import { CloudflareAccount, CloudflareApi } from './cloudflare-account.ts';
import { ScriptError } from './fail.ts';
import { readEnvironment, type Environment } from './read-environment.ts';
import { readWranglerConfig, type WranglerConfig } from './wrangler-config.ts';
import { readFromWrangler } from './wrangler.ts';

/** What `wrangler auth token --json` prints. */
type Credentials =
  | { readonly type: 'api_token' | 'oauth'; readonly token: string }
  | { readonly type: 'api_key'; readonly key: string; readonly email: string };

/**
 * The account of wrangler.toml or of `CLOUDFLARE_ACCOUNT_ID`, or else the only one, signed in to as wrangler would: by a
 * token or key of the environment, or by `wrangler login`.
 * @throws {ScriptError} for somebody who is not signed in, or has no account or several.
 */
export async function findAccount(): Promise<CloudflareAccount> {
  const config = readWranglerConfig();
  const env = readEnvironment();
  const url = apiUrl(config, env);
  const credentials = toHeaders(await readCredentials(env));
  const { CLOUDFLARE_ACCOUNT_ID: chosen = '' } = env;
  const named = config.account_id ?? chosen;
  const id = named === '' ? await readOnlyAccount(new CloudflareApi(url, credentials)) : named;
  return new CloudflareAccount(url, credentials, id);
}

/** Wrangler knows a login, renews it, and prefers a key to a token; its start takes a second. */
async function readCredentials(env: Environment): Promise<Credentials> {
  const { CLOUDFLARE_API_TOKEN: token = '', CLOUDFLARE_API_KEY: key } = env;
  if (token !== '' && key === undefined) return { type: 'api_token', token };
  return JSON.parse(await readFromWrangler(['auth', 'token', '--json'])) as Credentials;
}

const PRINTABLE = /^[ -~]+$/u;

/** @throws {ScriptError} before `fetch` does, whose message would show the token. */
function toHeaders(credentials: Credentials): Record<string, string> {
  const headers: Record<string, string> =
    credentials.type === 'api_key'
      ? { 'X-Auth-Key': credentials.key, 'X-Auth-Email': credentials.email }
      : { Authorization: `Bearer ${credentials.token.trim()}` };
  if (Object.values(headers).every((value) => PRINTABLE.test(value))) return headers;
  throw new ScriptError(
    "Cloudflare's token or key has a line break or another character that none has.",
  );
}

/** That of wrangler, which has addresses of its own for another region and for Cloudflare's staging. */
function apiUrl({ compliance_region }: WranglerConfig, env: Environment): string {
  const region = env['CLOUDFLARE_COMPLIANCE_REGION'] ?? compliance_region;
  const labels = [
    'api',
    ...(region === 'fedramp_high' ? ['fed'] : []),
    ...(env['WRANGLER_API_ENVIRONMENT'] === 'staging' ? ['staging'] : []),
  ];
  return env['CLOUDFLARE_API_BASE_URL'] ?? `https://${labels.join('.')}.cloudflare.com/client/v4`;
}

/** The first page tells whether there are several. The platform refuses longer ones, and tokens of an account ignore its number. */
const ACCOUNTS = '/accounts?per_page=50';

async function readOnlyAccount(api: CloudflareApi): Promise<string> {
  const accounts =
    await api.get<readonly { readonly id: string; readonly name: string }[]>(ACCOUNTS);
  const [account, ...others] = accounts;
  if (account !== undefined && others.length === 0) return account.id;
  const names = accounts.map(({ id, name }) => `\n  ${id}  ${name}`).join('');
  throw new ScriptError(
    `Which account? Set CLOUDFLARE_ACCOUNT_ID to its id. The sign-in sees ${names === '' ? 'none.' : `these:${names}`}`,
  );
}
