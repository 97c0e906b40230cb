import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  experimental_generateTypes as generateTypes,
  unstable_readConfig as readConfig,
} from 'wrangler';
import { parseConfig } from '../../src/config.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CONFIG = join(ROOT, 'wrangler.toml');
const SECRETS_FILE = join(ROOT, '.dev.vars.example');
const TYPES_FILE = join(ROOT, 'src', 'worker-configuration.d.ts');

const { vars, observability } = readConfig({ config: CONFIG });
const KEY_RING = `k1:${'A'.repeat(43)}`;
// Their values stand in no file: wrangler keeps them as secrets.
const SECRETS = Object.keys(parseEnv(readFileSync(SECRETS_FILE, 'utf8')));

const parse = (changes: Record<string, unknown> = {}) =>
  parseConfig({ ...vars, KEY_RING, ...changes });

describe('the configuration', () => {
  it('takes every default of wrangler.toml', () => {
    expect(() => parse()).not.toThrow();
  });

  it('knows every var of wrangler.toml and every secret, and they all that it knows', () => {
    expect(Object.keys(parse()).sort()).toEqual([...Object.keys(vars), ...SECRETS].sort());
  });

  it('is typed as wrangler.toml and the secrets are: else run `npm run types:env`', async () => {
    const { env } = await generateTypes({
      config: CONFIG,
      envFile: [SECRETS_FILE],
      path: TYPES_FILE,
      includeRuntime: false,
      strictVars: false,
    });
    expect(readFileSync(TYPES_FILE, 'utf8')).toContain(env ?? 'no environment');
  });

  it('keeps queries, and the tokens in them, out of the logs and traces of the platform', () => {
    expect(observability).toMatchObject({
      redact_query_string: true,
      logs: { invocation_logs: false },
      traces: { enabled: false },
    });
  });

  it('has no secret in wrangler.toml', () => {
    expect(SECRETS.filter((name) => name in vars)).toEqual([]);
  });

  it.each([
    ['SERVER_PORT', '65536'],
    ['PUBLIC_BASE_URL', 'images.example.org'],
    ['PUBLIC_BASE_URL', 'ftp://images.example.org'],
    ['V2_UPLOAD_ENABLED', 'yes'],
    ['CROSS_ORIGIN_ISOLATION', '1'],
    ['STORAGE_PATH', '../images'],
    ['STORAGE_PATH', '/images'],
    ['V2_STAGING_PATH', ''],
    ['SITE_LANGUAGE', 'English'],
    ['KEY_RING', ''],
    ['DEFAULT_STORAGE_QUOTA_BYTES', '0'],
    ['DEFAULT_STORAGE_QUOTA_BYTES', '1GB'],
    ['STORAGE_CAPACITY_BYTES', '-1'],
    ['STORAGE_SOFT_PRESSURE_PERCENT', '101'],
    ['UPLOAD_MAX_PART_BYTES', '100000001'],
    ['UPLOAD_MAX_PIXELS', '50000001'],
    ['UPLOAD_SESSION_TTL_MS', '999'],
    ['PUBLICATION_MAX_ATTEMPTS', '1.5'],
    ['PUBLIC_CACHE_TTL_MS', '600001'],
    ['VIEW_FLUSH_MS', '60001'],
    ['PURGE_TARGET', 'cdn'],
    ['PURGE_WEBHOOK_URL', 'hooks.example.org/purge'],
  ])('refuses %s = %j by its name', (name, value) => {
    expect(() => parse({ [name]: value })).toThrow(
      new RegExp(`^Configuration refused\\..*${name}: `, 'u'),
    );
  });

  it('names every setting that is wrong, and every one that is missing', () => {
    const { JSON_BODY_MAX_BYTES: _, ...rest } = vars;
    const read = () => parseConfig({ ...rest, KEY_RING, COUNTER_SHARDS: '257' });
    expect(read).toThrow(/JSON_BODY_MAX_BYTES/u);
    expect(read).toThrow(/COUNTER_SHARDS/u);
  });

  it.each([
    ['zone', 'PURGE_ZONE_ID'],
    ['zone', 'PUBLIC_BASE_URL'],
    ['webhook', 'PURGE_WEBHOOK_SECRET'],
  ])('refuses the purge target %s without %s', (target, name) => {
    expect(() => parse({ PURGE_TARGET: target })).toThrow(new RegExp(`${name}: must be set`, 'u'));
  });

  it('never repeats a value in what it says', () => {
    let message = '';
    try {
      parse({ METRICS_TOKEN: 'secret-token', SITE_LANGUAGE: 'secret words' });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain('SITE_LANGUAGE');
    expect(message).not.toContain('secret');
  });
});
