import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { ApiError } from '../../errors.ts';
import { askSecret } from '../ask-secret.ts';
import { normalizeUrl, openApi, saveAccount, type Account } from './account-file.ts';
import { UsageError, warn } from './usage.ts';

const FORBIDDEN_STATUS = 403;

/** Asks the server about the key before it is kept. */
export async function login(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { key: { type: 'string' }, private: { type: 'boolean', default: false } },
  });
  const [address, ...others] = positionals;
  if (address === undefined || others.length > 0) throw new UsageError('login takes one address');
  const url = normalizeUrl(address);
  const key = (values.key ?? (await readKey(url))).trim();
  if (key === '') throw new UsageError('The key is missing');
  const account: Account = { url, key, visibility: values.private ? 'private' : 'public' };
  await checkKey(account);
  saveAccount(account);
  warn(`The key for ${url} is saved.`);
  return 0;
}

function readKey(url: string): Promise<string> {
  return process.stdin.isTTY ? askSecret(`API key for ${url}: `) : text(process.stdin);
}

/** A key without the right to upload is refused with 403, a wrong one with 401. */
async function checkKey(account: Account): Promise<void> {
  try {
    await openApi(account).readRecipe();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== FORBIDDEN_STATUS) throw error;
  }
}
