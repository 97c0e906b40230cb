import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { ROOT } from './wrangler.ts';

/** The part that scripts use. */
export interface WranglerConfig {
  readonly name: string;
  readonly compatibility_date: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly d1_databases: readonly { readonly binding: string; readonly database_id: string }[];
  readonly r2_buckets: readonly { readonly binding: string; readonly bucket_name: string }[];
}

/** Wrangler itself takes a second to load. */
export function readWranglerConfig(): WranglerConfig {
  return parse(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')) as unknown as WranglerConfig;
}
