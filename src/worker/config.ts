import { DAY_MS } from '../shared/clock.ts';
import { KEY_PREFIX_PATTERN, LOCALE_TAG_PATTERN } from '../shared/entry-rules.ts';

/** What must be set for purges to reach each target. */
const PURGE_NEEDS = {
  none: [],
  zone: ['PUBLIC_BASE_URL', 'PURGE_ZONE_ID', 'PURGE_ZONE_API_TOKEN'],
  webhook: ['PUBLIC_BASE_URL', 'PURGE_WEBHOOK_URL', 'PURGE_WEBHOOK_SECRET'],
} as const;

/** What a part at its least rate may bring before it is judged: parts are read in chunks of as much. */
const MAX_SLOW_BYTES = 1_048_576;
/** How long a view may be gathered in all: what is left of its minute is for its way to the database. */
const MAX_VIEW_GATHERING_MS = 57_000;
/** How long a counter shard gathers for the first one, where there are several. */
export const COUNTER_FORWARD_MS = 2000;
/** The providers of captchas (spec, Public configuration). */
export const CAPTCHA_PROVIDERS = ['none', 'provider_a', 'provider_b', 'provider_c'] as const;

export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number];

/** What must be set for each captcha provider to judge answers. */
const CAPTCHA_NEEDS = {
  none: [],
  // Their vendors name the host that the answer is for: the caller's `Host` must not say which that is.
  provider_a: ['PUBLIC_BASE_URL', 'CAPTCHA_A_SITE_KEY', 'CAPTCHA_A_SECRET'],
  provider_b: ['PUBLIC_BASE_URL', 'CAPTCHA_B_SITE_KEY', 'CAPTCHA_B_SECRET'],
  provider_c: ['CAPTCHA_C_SITE_KEY', 'CAPTCHA_C_SECRET'],
} as const;

/** What a text must match, and how to say so. */
export interface TextRule {
  readonly pattern: RegExp;
  readonly must: string;
}

/** A prefix of R2 keys. */
export const KEY_PREFIX: TextRule = {
  pattern: KEY_PREFIX_PATTERN,
  must: 'must be a relative path of letters, digits, _ and -, of 200 characters at most',
};

export const LOCALE_TAG: TextRule = {
  pattern: LOCALE_TAG_PATTERN,
  must: 'must be a locale tag such as en-US',
};

/**
 * The pattern of https://semver.org, with the `v` that many put before it, as long as versions that semver can compare:
 * to ask semver itself would take as long as all else of the start.
 */
const VERSION: TextRule = {
  pattern:
    /^(?=.{1,256}$)v?(?:0|[1-9]\d{0,14})(?:\.(?:0|[1-9]\d{0,14})){2}(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/u,
  must: 'must be a semantic version such as 1.2.0',
};

/** How a var is read; by hand, because each isolate does it before its first answer. */
interface Rule<Value> {
  /** Undefined when the text is not what it must be. */
  readonly read: (text: string) => Value | undefined;
  readonly must: string;
  /** For a var that may be missing. */
  readonly missing?: string;
}

/** The Worker's vars, each checked and typed. Defaults stand in wrangler.toml, units in the names. */
const RULES = {
  SERVER_PORT: integer(0, 65_535),
  PUBLIC_BASE_URL: orEmpty(url()),
  CORS_ALLOWED_ORIGINS: origins(),
  V2_UPLOAD_ENABLED: flag(),
  CROSS_ORIGIN_ISOLATION: flag(),
  STORAGE_PATH: matching(KEY_PREFIX),
  V2_STAGING_PATH: matching(KEY_PREFIX),
  SITE_LANGUAGE: matching(LOCALE_TAG),
  METRICS_TOKEN: text(),
  METRICS_MAX_COUNT: integer(1, 100_000),
  KEY_RING: text(1),

  DEFAULT_STORAGE_QUOTA_BYTES: bytes(),
  IMAGES_PER_USER: integer(1, 100_000_000),
  STORAGE_CAPACITY_BYTES: orNull(bytes()),
  STORAGE_SOFT_PRESSURE_PERCENT: integer(1, 100),
  STORAGE_HARD_PRESSURE_PERCENT: integer(1, 100),

  JSON_BODY_MAX_BYTES: bytes(),
  JSON_BODY_TIMEOUT_MS: integer(100, 600_000),
  BODY_IDLE_TIMEOUT_MS: integer(100, 600_000),
  UPLOAD_MAX_PART_BYTES: bytes(100_000_000),
  UPLOAD_MAX_PIXELS: integer(1, 50_000_000),
  UPLOAD_SESSION_TTL_MS: integer(1000, DAY_MS),
  UPLOAD_PUBLISH_ALLOWANCE_BYTES: bytes(),
  UPLOAD_MAX_SOURCE_BYTES: bytes(),
  UPLOAD_ACTIVE_SESSIONS_PER_USER: integer(1, 10_000),
  UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: integer(1, 1000),
  UPLOAD_CONCURRENT_FILES_PER_ISOLATE: integer(1, 1000),
  UPLOAD_CONCURRENT_PARTS_PER_USER: integer(1, 1000),
  UPLOAD_SESSIONS_PER_MINUTE: integer(1, 100_000),
  UPLOAD_PART_TIMEOUT_MS: integer(1000, DAY_MS),
  UPLOAD_PART_MIN_BYTES_PER_SECOND: bytes(),
  UPLOAD_PART_SLOW_MS: integer(100, 600_000),
  UPLOAD_IDEMPOTENCY_TTL_MS: integer(60_000, 30 * DAY_MS),
  CLIENT_PIPELINE_CONCURRENCY: integer(1, 16),
  CLIENT_ACTIVE_SESSION_CONCURRENCY: integer(1, 64),
  CLIENT_MAX_NATIVE_CONCURRENCY: integer(1, 16),

  IMAGE_WRITES_PER_MINUTE: integer(1, 100_000),

  SITE_FACTS_TTL_MS: integer(0, DAY_MS),
  CLIENT_ERROR_MAX_BYTES: bytes(),
  CLIENT_ERRORS_PER_MINUTE: integer(1, 100_000),

  PUBLICATION_MAX_ATTEMPTS: integer(1, 100),
  PUBLICATION_LEASE_MS: integer(1000, DAY_MS),
  PUBLICATION_FAILED_RETENTION_MS: integer(0, 365 * DAY_MS),

  DYNAMIC_SHARDS: integer(1, 256),
  DYNAMIC_CONCURRENT: integer(1, 64),
  DYNAMIC_QUEUED_KEYS: integer(1, 1000),
  DYNAMIC_WAIT_MS: integer(0, 300_000),
  DYNAMIC_MAX_SIDE_PIXELS: integer(1, 16_383),
  // Two that are read, and twice one that is made, have their place beside the codecs in an isolate.
  DYNAMIC_RESULT_MAX_BYTES: bytes(8_388_608),
  DYNAMIC_TIMEOUT_MS: integer(1000, 300_000),

  SESSION_TTL_MS: integer(1000, 400 * DAY_MS),
  CSRF_TTL_MS: integer(1000, 400 * DAY_MS),
  EXPIRED_SESSION_RETENTION_MS: integer(0, 400 * DAY_MS),
  SESSIONS_PER_USER: integer(1, 1000),
  DEVICE_IDENTITY_TTL_MS: integer(1000, 400 * DAY_MS),
  DEVICE_IDENTITIES_PER_USER: integer(1, 1000),
  DEVICE_SESSION_TTL_MS: integer(1000, 400 * DAY_MS),
  DEVICE_SESSIONS_PER_IDENTITY: integer(1, 1000),
  DEVICE_CLOCK_TOLERANCE_MS: integer(1000, 3_600_000),
  DEVICE_BOOTSTRAPS_PER_MINUTE: integer(1, 100_000),
  MIN_CLIENT_VERSION_ANDROID: matching(VERSION),
  MIN_CLIENT_VERSION_WINDOWS: matching(VERSION),
  LOGIN_WINDOW_MS: integer(1000, DAY_MS),
  LOGIN_FAILURES_PER_USERNAME: integer(1, 100_000),
  LOGIN_FAILURES_PER_IP: integer(1, 100_000),
  LOGIN_ATTEMPTS_PER_IP: integer(1, 100_000),
  PASSWORD_HASHER_SHARDS: integer(1, 256),
  REGISTRATION_WINDOW_MS: integer(1000, DAY_MS),
  REGISTRATIONS_PER_IP: integer(1, 100_000),
  REGISTRATIONS_PER_USERNAME: integer(1, 100_000),
  ACCOUNT_DELETION_LOCK_MS: integer(0, 365 * DAY_MS),

  CAPTCHA_PROVIDER: oneOf(CAPTCHA_PROVIDERS),
  CAPTCHA_TIMEOUT_MS: integer(100, 60_000),
  CAPTCHA_ANSWER_TTL_MS: integer(60_000, DAY_MS),
  CAPTCHA_A_URL: url(),
  CAPTCHA_A_SCRIPT_URL: url(),
  CAPTCHA_A_SITE_KEY: text(),
  CAPTCHA_A_SECRET: secret(),
  CAPTCHA_B_URL: url(),
  CAPTCHA_B_SCRIPT_URL: url(),
  CAPTCHA_B_SITE_KEY: text(),
  CAPTCHA_B_SECRET: secret(),
  CAPTCHA_C_URL: url(),
  CAPTCHA_C_SCRIPT_URL: url(),
  CAPTCHA_C_SITE_KEY: text(),
  CAPTCHA_C_SECRET: secret(),

  PURGE_TARGET: oneOf(['none', 'zone', 'webhook']),
  PURGE_ZONE_API_URL: url(),
  PURGE_ZONE_ID: text(),
  PURGE_ZONE_API_TOKEN: secret(),
  PURGE_WEBHOOK_URL: orEmpty(url()),
  PURGE_WEBHOOK_SECRET: secret(),
  PURGE_BATCH_URLS: integer(1, 100),
  PURGE_TIMEOUT_MS: integer(100, 60_000),
  OUTBOX_LEASE_MS: integer(1000, DAY_MS),

  // The spec allows a public response to live ten minutes at most, through all caches together.
  PUBLIC_CACHE_TTL_MS: integer(0, 600_000),
  MEMORY_CACHE_BYTES: integer(0, 67_108_864),
  MEMORY_CACHE_BESIDE_CODECS_BYTES: integer(0, 33_554_432),
  MEMORY_CACHE_ENTRY_BYTES: integer(0, 4_194_304),
  EDGE_COPIES_BYTES: integer(0, 33_554_432),
  // A request that withdraws a public image waits this long.
  CHANGE_LOOK_TTL_MS: integer(0, 10_000),
  // A link that is published elsewhere may be refused here for so long.
  LINK_MISS_TTL_MS: integer(0, 10_000),
  LINK_MISS_WINDOW_MS: integer(1000, DAY_MS),
  LINK_MISSES_PER_IP: integer(1, 1_000_000),
  COUNTER_SHARDS: integer(1, 256),
  // A request has 30 seconds after its answer: what is left is for sending.
  COUNTER_GATHER_MS: integer(1, 10_000),
  COUNTER_GATHER_IMAGES: integer(1, 20_000),
  VIEW_FLUSH_MS: integer(100, 60_000),
};

type RuleName = keyof typeof RULES;

export type Config = {
  readonly [Name in RuleName]: (typeof RULES)[Name] extends Rule<infer Value> ? Value : never;
};

interface Fault {
  readonly name: RuleName;
  readonly fault: string;
}

/**
 * Checks the Worker's vars and secrets and returns them typed.
 * @throws {Error} that names every setting that is missing or out of range.
 */
export function parseConfig(vars: Record<string, unknown>): Config {
  const faults: Fault[] = [];
  const read = Object.entries<Rule<unknown>>(RULES).map(([name, rule]) => {
    const text = toText(vars[name]) ?? rule.missing;
    const value = typeof text === 'string' ? rule.read(text) : undefined;
    const fault = text === undefined ? 'is missing' : rule.must;
    if (value === undefined) faults.push({ name: name as RuleName, fault });
    return [name, value];
  });
  const config = Object.fromEntries(read) as Config;
  if (faults.length === 0) faults.push(...disagreements(config));
  if (faults.length === 0) return config;
  const texts = faults.map(({ name, fault }) => `${name}: ${fault}`);
  throw new Error(`Configuration refused. ${texts.join('; ')}`);
}

/** A number of wrangler.toml need not stand in quotes there. */
function toText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** Where settings that are in order by themselves do not go together. */
function disagreements(config: Config): Fault[] {
  const purges = `must be set for PURGE_TARGET ${config.PURGE_TARGET}`;
  const slowBytes = config.UPLOAD_PART_MIN_BYTES_PER_SECOND * config.UPLOAD_PART_SLOW_MS;
  const forwardMs = config.COUNTER_SHARDS === 1 ? 0 : COUNTER_FORWARD_MS;
  const gatheringMs = config.COUNTER_GATHER_MS + forwardMs + config.VIEW_FLUSH_MS;
  return [
    ...PURGE_NEEDS[config.PURGE_TARGET]
      .filter((name) => config[name] === '')
      .map((name) => ({ name, fault: purges })),
    ...faultIf(slowBytes / 1000 > MAX_SLOW_BYTES, {
      name: 'UPLOAD_PART_SLOW_MS',
      fault: 'must bring at most 1 MiB at UPLOAD_PART_MIN_BYTES_PER_SECOND',
    }),
    ...faultIf(gatheringMs > MAX_VIEW_GATHERING_MS, {
      name: 'VIEW_FLUSH_MS',
      fault: `must be at most ${String(MAX_VIEW_GATHERING_MS - forwardMs)} with COUNTER_GATHER_MS`,
    }),
    ...captchaFaults(config, config.CAPTCHA_PROVIDER),
  ];
}

function faultIf(isAtFault: boolean, fault: Fault): Fault[] {
  return isAtFault ? [fault] : [];
}

/** What keeps a deployment from using a captcha provider: each var or secret at fault, and what it must be. */
export function captchaFaults(
  config: Pick<Config, 'CROSS_ORIGIN_ISOLATION' | (typeof CAPTCHA_NEEDS)[CaptchaProvider][number]>,
  provider: CaptchaProvider,
): Fault[] {
  const missing = CAPTCHA_NEEDS[provider]
    .filter((name) => config[name] === '')
    .map((name) => ({ name, fault: `must be set for the captcha ${provider}` }));
  // Its script comes from hosts that let no isolated page embed them (spec, Administration).
  const isKeptOut = provider === 'provider_c' && config.CROSS_ORIGIN_ISOLATION;
  const fault = `must be false for the captcha ${provider}`;
  return isKeptOut ? [{ name: 'CROSS_ORIGIN_ISOLATION', fault }, ...missing] : missing;
}

function integer(min: number, max: number): Rule<number> {
  return {
    read: (digits) => {
      const value = /^\d{1,16}$/u.test(digits) ? Number(digits) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
    must: `must be a whole number from ${String(min)} to ${String(max)}`,
  };
}

function bytes(max = Number.MAX_SAFE_INTEGER): Rule<number> {
  return integer(1, max);
}

function text(minLength = 0): Rule<string> {
  return {
    read: (value) => (value.length >= minLength ? value : undefined),
    must: minLength === 0 ? 'must be a text' : 'must be a text, and not an empty one',
  };
}

function secret(): Rule<string> {
  return { ...text(), missing: '' };
}

function matching({ pattern, must }: TextRule): Rule<string> {
  return { read: (value) => (pattern.test(value) ? value : undefined), must };
}

function oneOf<Value extends string>(values: readonly Value[]): Rule<Value> {
  return {
    read: (value) => values.find((known) => known === value),
    must: `must be one of ${values.join(', ')}`,
  };
}

function flag(): Rule<boolean> {
  return {
    read: (value) => value === 'true' || (value === 'false' ? false : undefined),
    must: 'must be true or false',
  };
}

function url(): Rule<string> {
  return {
    read: (value) => {
      const trimmed = value.trim();
      return /^https?:\/\/\S+$/iu.test(trimmed) && URL.canParse(trimmed) ? trimmed : undefined;
    },
    must: 'must be a URL of http or https',
  };
}

function orEmpty({ read, must }: Rule<string>): Rule<string> {
  return { read: (value) => (value === '' ? value : read(value)), must: `${must}, or empty` };
}

function orNull({ read, must }: Rule<number>): Rule<number | null> {
  return { read: (value) => (value === '' ? null : read(value)), must: `${must}, or empty` };
}

function origins(): Rule<readonly string[]> {
  return {
    read: (value) => {
      const list = value.split(',').map((origin) => origin.trim());
      const named = list.filter((origin) => origin !== '');
      return named.every(isOrigin) ? named : undefined;
    },
    must: 'must be origins such as https://app.example.org, separated by commas',
  };
}

function isOrigin(value: string): boolean {
  return /^https?:/u.test(value) && URL.parse(value)?.origin === value;
}
