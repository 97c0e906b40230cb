import { homedir } from 'node:os';
import { join } from 'node:path';
import { TintypeApi } from '../../api.ts';
import { keyCredentials } from '../../credentials.ts';
import type { Visibility } from '../../protocol-types.ts';
import { readJsonFile, writeJsonFile } from '../json-file.ts';
import { UsageError } from './usage.ts';

export interface Account {
  /** The server, without a slash at the end. */
  readonly url: string;
  readonly key: string;
  /** Of uploads. */
  readonly visibility: Visibility;
}

/** The environment comes first, so that a script needs no file. @throws {UsageError} without an account. */
export function readAccount(): Account {
  const { TINTYPE_URL: url, TINTYPE_KEY: key } = process.env;
  const kept = readJsonFile(filePath()) as Account | null;
  if (url !== undefined && key !== undefined) {
    return { url: normalizeUrl(url), key, visibility: 'public' };
  }
  if (kept === null) throw new UsageError('No server is known: start with tintype login URL');
  return kept;
}

export function saveAccount(account: Account): void {
  writeJsonFile(filePath(), account);
}

export function openApi({ url, key }: Account): TintypeApi {
  return new TintypeApi(url, keyCredentials(key));
}

/** @throws {UsageError} */
export function normalizeUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/u.test(url.protocol)) {
    throw new UsageError(`${text} is no address such as https://img.example.org`);
  }
  return url.origin;
}

function filePath(): string {
  const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  return join(config, 'tintype', 'config.json');
}
