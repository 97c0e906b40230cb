import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { ROOT } from './wrangler.ts';

/** The part that scripts use. */
export interface WranglerConfig {
  readonly name: string;
  /** Takes precedence of the environment's. */
  readonly account_id?: string;
  readonly compliance_region?: string;
  readonly compatibility_date: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly d1_databases: readonly DatabaseBinding[];
  readonly kv_namespaces: readonly { readonly binding: string; readonly id?: string }[];
  readonly r2_buckets: readonly { readonly binding: string; readonly bucket_name: string }[];
  readonly queues?: {
    readonly producers?: readonly { readonly binding: string; readonly queue: string }[];
    readonly consumers?: readonly { readonly queue: string }[];
  };
  readonly durable_objects?: { readonly bindings: readonly { readonly name: string }[] };
  readonly assets?: { readonly binding?: string };
  readonly images?: { readonly binding: string };
  readonly triggers?: { readonly crons?: readonly string[] };
}

export interface DatabaseBinding {
  readonly binding: string;
  readonly database_name: string;
  /** The deployment's, found by its name where there is none. */
  readonly database_id?: string;
  readonly preview_database_id?: string;
}

/** Wrangler itself takes a second to load. */
export function readWranglerConfig(): WranglerConfig {
  return parse(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')) as unknown as WranglerConfig;
}

/** Names a local database as wrangler does. */
export function localIdOf({ binding, database_id, preview_database_id }: DatabaseBinding): string {
  return preview_database_id ?? database_id ?? binding;
}
