import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  experimental_generateTypes as generateTypes,
  unstable_readConfig as readConfig,
} from 'wrangler';
import { CODEC_MEMORY_LIMIT_BYTES } from '../../src/imaging/memory-budget.ts';
import {
  CONFIGURATION_PAGE,
  writeConfigurationPage,
} from '../../scripts/support/configuration-page.ts';
import { parseConfig } from '../../src/worker/config.ts';
import type { Rule } from '../../src/worker/config-rules.ts';
import { VARS } from '../../src/worker/config-vars.ts';

const MIB = 1024 * 1024;
const ROOT = join(import.meta.dirname, '..', '..');
const CONFIG = join(ROOT, 'wrangler.toml');
const SECRETS_FILE = join(ROOT, 'secrets.example');
const TYPES_FILE = join(ROOT, 'src', 'worker', 'worker-configuration.d.ts');
const VARS_FILE = join(ROOT, 'src', 'worker', 'config-vars.ts');

const { vars, observability, dev } = readConfig({ config: CONFIG });
const RULES: Readonly<Record<string, Rule<unknown>>> = VARS;
const KEY_RING = `k1:${'A'.repeat(43)}`;
// Wrangler keeps them as secrets, outside of any file.
const SECRETS = Object.keys(parseEnv(readFileSync(SECRETS_FILE, 'utf8')));

const parse = (changes: Record<string, unknown> = {}) => parseConfig({ KEY_RING, ...changes });

describe('the configuration', () => {
  it('needs nothing but the key ring', () => {
    expect(() => parse()).not.toThrow();
    expect(() => parseConfig({})).toThrow('Configuration refused. KEY_RING: is missing');
  });

  it('has the default of each var that wrangler.toml names', () => {
    const defaults = Object.keys(vars).map((name) => [name, RULES[name]?.fallback]);
    expect(vars).toEqual(Object.fromEntries(defaults));
    expect(Object.keys(vars).length).toBeLessThan(15);
    expect(dev.port).toBe(parse().SERVER_PORT);
  });

  it('knows the secrets of secrets.example, and no others', () => {
    const known = Object.keys(RULES).filter((name) => RULES[name]?.isSecret === true);
    expect(known.sort()).toEqual(SECRETS.toSorted());
  });

  it('is described in docs/configuration.md as it is: else run `npm run docs`', () => {
    expect(readFileSync(CONFIGURATION_PAGE, 'utf8')).toBe(writeConfigurationPage());
  });

  it('refuses to describe a var without a sentence, and names it', () => {
    const source = readFileSync(VARS_FILE, 'utf8');
    const without = source.replace(/ {2}\/\*\*[^\n]+\*\/\n( {2}LOGIN_WINDOW_MS:)/u, '$1');
    expect(() => writeConfigurationPage(without)).toThrow(
      /^No sentence stands before LOGIN_WINDOW_MS$/u,
    );
  });

  it('has one line of docs/configuration.md for each var, whatever the length of the others', () => {
    const source = readFileSync(VARS_FILE, 'utf8');
    const longer = source.replace('/** The longest part. */', `/** ${'Words. '.repeat(40)}*/`);
    const lines = writeConfigurationPage(source).split('\n');
    const changed = writeConfigurationPage(longer).split('\n');
    expect(changed.filter((line, at) => line !== lines[at])).toHaveLength(1);
  });

  it('has the types of wrangler.toml and the secrets: else run `npm run types:env`', async () => {
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

  it('has the defaults that the limits of docs/operations.md state', () => {
    const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
    const stated = [...page.matchAll(/`([A-Z][A-Z0-9_]+)` \((\d+)\)/gu)];
    expect(stated.length).toBeGreaterThan(15);
    for (const [, name = '', value] of stated) expect(RULES[name]?.fallback, name).toBe(value);
  });

  it('has no secret in wrangler.toml', () => {
    expect(SECRETS.filter((name) => name in vars)).toEqual([]);
  });

  it.each([
    ['SERVER_PORT', '65536'],
    ['PUBLIC_BASE_URL', 'images.example.org'],
    ['PUBLIC_BASE_URL', 'ftp://images.example.org'],
    ['PUBLIC_BASE_URL', 'https://'],
    ['PUBLIC_BASE_URL', 'https://images.example.org/of us'],
    ['CORS_ALLOWED_ORIGINS', '*'],
    ['CORS_ALLOWED_ORIGINS', 'null'],
    ['CORS_ALLOWED_ORIGINS', 'https://app.example.org/'],
    ['CORS_ALLOWED_ORIGINS', 'https://app.example.org, app.example.net'],
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
    ['UPLOAD_MAX_PIXELS', ''],
    ['UPLOAD_MAX_PIXELS', ' 1'],
    ['UPLOAD_MAX_PIXELS', '1e6'],
    ['UPLOAD_MAX_PIXELS', '0x10'],
    ['UPLOAD_MAX_PIXELS', 1.5],
    ['UPLOAD_MAX_PIXELS', {}],
    ['UPLOAD_MAX_SOURCE_BYTES', '9007199254740992'],
    ['METRICS_TOKEN', {}],
    ['UPLOAD_SESSION_TTL_MS', '999'],
    ['CAPTCHA_PROVIDER', 'provider_d'],
    ['CAPTCHA_TIMEOUT_MS', '0'],
    ['CAPTCHA_B_URL', 'siteverify'],
    ['PUBLICATION_MAX_ATTEMPTS', '1.5'],
    ['PUBLIC_CACHE_TTL_MS', '600001'],
    ['COUNTER_GATHER_MS', '10001'],
    // A view must reach the database within a minute, ten seconds of which it is buffered.
    ['VIEW_FLUSH_MS', '47001'],
    ['MIN_CLIENT_VERSION_ANDROID', '1.2'],
    // Larger than any version to compare with.
    ['MIN_CLIENT_VERSION_ANDROID', '9007199254740992.0.0'],
    ['MIN_CLIENT_VERSION_ANDROID', `1.0.0-${'a'.repeat(251)}`],
    ['DEVICE_CLOCK_TOLERANCE_MS', '3600001'],
    ['PURGE_TARGET', 'cdn'],
    ['PURGE_ZONE_API_URL', 'api.example.org'],
    ['PURGE_WEBHOOK_URL', 'hooks.example.org/purge'],
  ])('refuses %s = %j by its name', (name, value) => {
    expect(() => parse({ [name]: value })).toThrow(
      new RegExp(`^Configuration refused\\..*${name}: `, 'u'),
    );
  });

  it('fits cache, copies and uploads of an isolate beside codecs, with 8 MiB left', () => {
    const config = parse();
    const files = config.UPLOAD_CONCURRENT_FILES_PER_ISOLATE;
    const parts = config.UPLOAD_CONCURRENT_PARTS_PER_ISOLATE - files;
    const otherBytes = config.EDGE_COPIES_BYTES + (6 * files + 2 * parts) * MIB;
    const beside = CODEC_MEMORY_LIMIT_BYTES + config.MEMORY_CACHE_BESIDE_CODECS_BYTES;
    expect(beside + otherBytes).toBeLessThanOrEqual(120 * MIB);
    expect(config.MEMORY_CACHE_BYTES + otherBytes).toBeLessThanOrEqual(80 * MIB);
  });

  it('leaves two seconds of a view’s minute to forward between counter shards', () => {
    expect(parse({ COUNTER_SHARDS: '2', VIEW_FLUSH_MS: '45000' }).VIEW_FLUSH_MS).toBe(45_000);
    expect(() => parse({ COUNTER_SHARDS: '2', VIEW_FLUSH_MS: '45001' })).toThrow(/VIEW_FLUSH_MS/u);
    expect(parse({ COUNTER_SHARDS: '1', VIEW_FLUSH_MS: '47000' }).VIEW_FLUSH_MS).toBe(47_000);
  });

  it.each([
    ['SERVER_PORT', 8081, 8081],
    ['UPLOAD_MAX_SOURCE_BYTES', '9007199254740991', Number.MAX_SAFE_INTEGER],
    ['MEMORY_CACHE_BYTES', '0', 0],
    ['STORAGE_CAPACITY_BYTES', '', null],
    ['PUBLIC_BASE_URL', 'https://images.example.org\n', 'https://images.example.org'],
    ['PUBLIC_BASE_URL', 'HTTPS://images.example.org', 'HTTPS://images.example.org'],
    ['MIN_CLIENT_VERSION_ANDROID', 'v1.2.0-rc.1+7', 'v1.2.0-rc.1+7'],
  ])('reads %s = %j', (name, value, expected) => {
    expect(parse({ [name]: value })).toMatchObject({ [name]: expected });
  });

  it('names every setting that is wrong, and every secret that is missing', () => {
    const read = () => parseConfig({ JSON_BODY_MAX_BYTES: '0', COUNTER_SHARDS: '257' });
    expect(read).toThrow(/JSON_BODY_MAX_BYTES: must be/u);
    expect(read).toThrow(/COUNTER_SHARDS: must be/u);
    expect(read).toThrow(/KEY_RING: is missing/u);
  });

  it.each([
    ['zone', 'PURGE_ZONE_ID'],
    ['zone', 'PUBLIC_BASE_URL'],
    ['webhook', 'PURGE_WEBHOOK_SECRET'],
  ])('refuses the purge target %s without %s', (target, name) => {
    expect(() => parse({ PURGE_TARGET: target })).toThrow(new RegExp(`${name}: must be set`, 'u'));
  });

  it('refuses a frame of captchas at the host of the console, or of an unknown one', () => {
    const at = (CAPTCHA_BASE_URL: string, PUBLIC_BASE_URL = 'https://img.example.org/') =>
      parse({ CAPTCHA_BASE_URL, PUBLIC_BASE_URL }).CAPTCHA_BASE_URL;
    expect(at('https://captcha.example.org')).toBe('https://captcha.example.org');
    const fault = /CAPTCHA_BASE_URL: must have another host than PUBLIC_BASE_URL/u;
    expect(() => at('https://img.example.org/captcha')).toThrow(fault);
    expect(() => at('http://img.example.org')).toThrow(fault);
    expect(() => at('https://captcha.example.org', '')).toThrow(fault);
  });

  it('refuses a time below the minimum rate in which more than 1 MiB would arrive', () => {
    const slow = (ms: string) =>
      parse({ UPLOAD_PART_MIN_BYTES_PER_SECOND: '65536', UPLOAD_PART_SLOW_MS: ms });
    expect(slow('16000').UPLOAD_PART_SLOW_MS).toBe(16_000);
    expect(() => slow('16001')).toThrow(/UPLOAD_PART_SLOW_MS: must bring at most 1 MiB/u);
  });

  it.each([
    ['provider_a', 'CAPTCHA_A_SECRET: must be set'],
    ['provider_a', 'CAPTCHA_A_SITE_KEY: must be set'],
    ['provider_a', 'PUBLIC_BASE_URL: must be set'],
    ['provider_b', 'PUBLIC_BASE_URL: must be set'],
    ['provider_b', 'CAPTCHA_B_SECRET: must be set'],
    ['provider_c', 'CAPTCHA_C_SECRET: must be set'],
    ['provider_c', 'CROSS_ORIGIN_ISOLATION: must be false'],
  ])('refuses the captcha %s while %s', (provider, fault) => {
    expect(() => parse({ CAPTCHA_PROVIDER: provider })).toThrow(fault);
  });

  it('accepts a completely configured captcha provider', () => {
    const everywhere = {
      CROSS_ORIGIN_ISOLATION: 'false',
      PUBLIC_BASE_URL: 'https://images.example',
    };
    for (const letter of ['A', 'B', 'C']) {
      const own = { [`CAPTCHA_${letter}_SECRET`]: 's', [`CAPTCHA_${letter}_SITE_KEY`]: 'k' };
      const CAPTCHA_PROVIDER = `provider_${letter.toLowerCase()}`;
      expect(() => parse({ ...own, CAPTCHA_PROVIDER, ...everywhere })).not.toThrow();
    }
  });

  it('never repeats a value in its messages', () => {
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
