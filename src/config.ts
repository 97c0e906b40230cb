import isVersion from 'semver/functions/valid.js';
import { z } from 'zod';

const DAY_MS = 86_400_000;

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
/** The providers of challenges (spec, Public configuration). */
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

/** The Worker's vars, each checked and typed. Defaults stand in wrangler.toml, units in the names. */
const Settings = z
  .object({
    SERVER_PORT: z.coerce.number().int().min(0).max(65_535),
    PUBLIC_BASE_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/u })]),
    CORS_ALLOWED_ORIGINS: origins(),
    V2_UPLOAD_ENABLED: flag(),
    CROSS_ORIGIN_ISOLATION: flag(),
    STORAGE_PATH: keyPrefix(),
    V2_STAGING_PATH: keyPrefix(),
    SITE_LANGUAGE: localeTag(),
    METRICS_TOKEN: z.string(),
    METRICS_MAX_COUNT: count(100_000),
    KEY_RING: z.string().min(1),

    DEFAULT_STORAGE_QUOTA_BYTES: bytes(),
    IMAGES_PER_USER: count(100_000_000),
    STORAGE_CAPACITY_BYTES: z.union([z.literal('').transform(() => null), bytes()]),
    STORAGE_SOFT_PRESSURE_PERCENT: percent(),
    STORAGE_HARD_PRESSURE_PERCENT: percent(),

    JSON_BODY_MAX_BYTES: bytes(),
    JSON_BODY_TIMEOUT_MS: milliseconds(100, 600_000),
    BODY_IDLE_TIMEOUT_MS: milliseconds(100, 600_000),
    UPLOAD_MAX_PART_BYTES: bytes().max(100_000_000),
    UPLOAD_MAX_PIXELS: count(50_000_000),
    UPLOAD_SESSION_TTL_MS: milliseconds(1000, DAY_MS),
    UPLOAD_PUBLISH_ALLOWANCE_BYTES: bytes(),
    UPLOAD_MAX_SOURCE_BYTES: bytes(),
    UPLOAD_ACTIVE_SESSIONS_PER_USER: count(10_000),
    UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: count(1000),
    UPLOAD_CONCURRENT_FILES_PER_ISOLATE: count(1000),
    UPLOAD_CONCURRENT_PARTS_PER_USER: count(1000),
    UPLOAD_SESSIONS_PER_MINUTE: count(100_000),
    UPLOAD_PART_TIMEOUT_MS: milliseconds(1000, DAY_MS),
    UPLOAD_PART_MIN_BYTES_PER_SECOND: bytes(),
    UPLOAD_PART_SLOW_MS: milliseconds(100, 600_000),
    UPLOAD_IDEMPOTENCY_TTL_MS: milliseconds(60_000, 30 * DAY_MS),
    CLIENT_PIPELINE_CONCURRENCY: count(16),
    CLIENT_ACTIVE_SESSION_CONCURRENCY: count(64),
    CLIENT_MAX_NATIVE_CONCURRENCY: count(16),

    IMAGE_WRITES_PER_MINUTE: count(100_000),

    SITE_FACTS_TTL_MS: milliseconds(0, DAY_MS),
    CLIENT_ERROR_MAX_BYTES: bytes(),
    CLIENT_ERRORS_PER_MINUTE: count(100_000),

    PUBLICATION_MAX_ATTEMPTS: count(100),
    PUBLICATION_LEASE_MS: milliseconds(1000, DAY_MS),
    PUBLICATION_FAILED_RETENTION_MS: milliseconds(0, 365 * DAY_MS),

    DYNAMIC_SHARDS: count(256),
    DYNAMIC_CONCURRENT: count(64),
    DYNAMIC_QUEUED_KEYS: count(1000),
    DYNAMIC_MAX_SIDE_PIXELS: count(16_383),
    // Two that are read, and twice one that is made, have their place beside the codecs in an isolate.
    DYNAMIC_RESULT_MAX_BYTES: bytes().max(8_388_608),
    DYNAMIC_TIMEOUT_MS: milliseconds(1000, 300_000),

    SESSION_TTL_MS: milliseconds(1000, 400 * DAY_MS),
    CSRF_TTL_MS: milliseconds(1000, 400 * DAY_MS),
    EXPIRED_SESSION_RETENTION_MS: milliseconds(0, 400 * DAY_MS),
    SESSIONS_PER_USER: count(1000),
    DEVICE_IDENTITY_TTL_MS: milliseconds(1000, 400 * DAY_MS),
    DEVICE_IDENTITIES_PER_USER: count(1000),
    DEVICE_SESSION_TTL_MS: milliseconds(1000, 400 * DAY_MS),
    DEVICE_SESSIONS_PER_IDENTITY: count(1000),
    DEVICE_CLOCK_TOLERANCE_MS: milliseconds(1000, 3_600_000),
    DEVICE_BOOTSTRAPS_PER_MINUTE: count(100_000),
    MIN_CLIENT_VERSION_ANDROID: version(),
    MIN_CLIENT_VERSION_WINDOWS: version(),
    LOGIN_WINDOW_MS: milliseconds(1000, DAY_MS),
    LOGIN_FAILURES_PER_USERNAME: count(100_000),
    LOGIN_FAILURES_PER_IP: count(100_000),
    LOGIN_ATTEMPTS_PER_IP: count(100_000),
    PASSWORD_HASHER_SHARDS: count(256),
    REGISTRATION_WINDOW_MS: milliseconds(1000, DAY_MS),
    REGISTRATIONS_PER_IP: count(100_000),
    REGISTRATIONS_PER_USERNAME: count(100_000),
    ACCOUNT_DELETION_LOCK_MS: milliseconds(0, 365 * DAY_MS),

    CAPTCHA_PROVIDER: z.enum(CAPTCHA_PROVIDERS),
    CAPTCHA_TIMEOUT_MS: milliseconds(100, 60_000),
    CAPTCHA_ANSWER_TTL_MS: milliseconds(60_000, DAY_MS),
    CAPTCHA_A_URL: z.url({ protocol: /^https?$/u }),
    CAPTCHA_A_SITE_KEY: z.string(),
    CAPTCHA_A_SECRET: z.string().default(''),
    CAPTCHA_B_URL: z.url({ protocol: /^https?$/u }),
    CAPTCHA_B_SITE_KEY: z.string(),
    CAPTCHA_B_SECRET: z.string().default(''),
    CAPTCHA_C_URL: z.url({ protocol: /^https?$/u }),
    CAPTCHA_C_SITE_KEY: z.string(),
    CAPTCHA_C_SECRET: z.string().default(''),

    PURGE_TARGET: z.enum(['none', 'zone', 'webhook']),
    PURGE_ZONE_API_URL: z.url({ protocol: /^https?$/u }),
    PURGE_ZONE_ID: z.string(),
    PURGE_ZONE_API_TOKEN: z.string().default(''),
    PURGE_WEBHOOK_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/u })]),
    PURGE_WEBHOOK_SECRET: z.string().default(''),
    PURGE_BATCH_URLS: count(100),
    PURGE_TIMEOUT_MS: milliseconds(100, 60_000),
    OUTBOX_LEASE_MS: milliseconds(1000, DAY_MS),

    // The spec allows a public response to live ten minutes at most, through all caches together.
    PUBLIC_CACHE_TTL_MS: milliseconds(0, 600_000),
    MEMORY_CACHE_BYTES: z.coerce.number().int().min(0).max(67_108_864),
    MEMORY_CACHE_ENTRY_BYTES: z.coerce.number().int().min(0).max(4_194_304),
    // A request that withdraws a public image waits this long.
    MEMORY_CACHE_TTL_MS: milliseconds(0, 10_000),
    // A link that is published elsewhere may be refused here for so long.
    LINK_MISS_TTL_MS: milliseconds(0, 10_000),
    LINK_MISS_WINDOW_MS: milliseconds(1000, DAY_MS),
    LINK_MISSES_PER_IP: count(1_000_000),
    COUNTER_SHARDS: count(256),
    // A request has 30 seconds after its answer: what is left is for sending.
    COUNTER_GATHER_MS: milliseconds(1, 10_000),
    COUNTER_GATHER_IMAGES: count(20_000),
    VIEW_FLUSH_MS: milliseconds(100, 60_000),
  })
  .superRefine((settings, context) => {
    for (const name of PURGE_NEEDS[settings.PURGE_TARGET]) {
      if (settings[name] !== '') continue;
      const message = `must be set for PURGE_TARGET ${settings.PURGE_TARGET}`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
    const slowBytes = settings.UPLOAD_PART_MIN_BYTES_PER_SECOND * settings.UPLOAD_PART_SLOW_MS;
    if (slowBytes / 1000 > MAX_SLOW_BYTES) {
      const message = 'must bring at most 1 MiB at UPLOAD_PART_MIN_BYTES_PER_SECOND';
      context.addIssue({ code: 'custom', path: ['UPLOAD_PART_SLOW_MS'], message });
    }
    if (settings.COUNTER_GATHER_MS + settings.VIEW_FLUSH_MS > MAX_VIEW_GATHERING_MS) {
      const message = `must be at most ${MAX_VIEW_GATHERING_MS} with COUNTER_GATHER_MS`;
      context.addIssue({ code: 'custom', path: ['VIEW_FLUSH_MS'], message });
    }
    for (const { name, fault } of captchaFaults(settings, settings.CAPTCHA_PROVIDER)) {
      context.addIssue({ code: 'custom', path: [name], message: fault });
    }
  });

export type Config = z.infer<typeof Settings>;

/**
 * Checks the Worker's vars and secrets and returns them typed.
 * @throws {Error} that names every setting that is missing or out of range.
 */
export function parseConfig(vars: Record<string, unknown>): Config {
  const parsed = Settings.safeParse(vars);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Configuration refused. ${faults.join('; ')}`);
}

/** What keeps a deployment from using a captcha provider: each var or secret at fault, and what it must be. */
export function captchaFaults(
  config: Pick<Config, 'CROSS_ORIGIN_ISOLATION' | (typeof CAPTCHA_NEEDS)[CaptchaProvider][number]>,
  provider: CaptchaProvider,
): { readonly name: keyof Config; readonly fault: string }[] {
  const missing = CAPTCHA_NEEDS[provider]
    .filter((name) => config[name] === '')
    .map((name) => ({ name, fault: `must be set for the captcha ${provider}` }));
  // Its script comes from hosts that let no isolated page embed them (spec, Administration).
  const isKeptOut = provider === 'provider_c' && config.CROSS_ORIGIN_ISOLATION;
  const fault = `must be false for the captcha ${provider}`;
  return isKeptOut ? [{ name: 'CROSS_ORIGIN_ISOLATION', fault }, ...missing] : missing;
}

/** The schema of a prefix of R2 keys. */
export function keyPrefix() {
  return z
    .string()
    .max(200)
    .regex(
      /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/u,
      'must be a relative path of letters, digits, _ and -',
    );
}

/** The schema of a language as in BCP 47, with its region or script if it names one. */
export function localeTag() {
  return z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/u, 'must be a locale tag such as en-US');
}

function origins() {
  return z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ''),
    )
    .refine(
      (list) => list.every((origin) => /^https?:/u.test(origin) && isOrigin(origin)),
      'must be origins such as https://app.example.org, separated by commas',
    );
}

function isOrigin(text: string): boolean {
  return URL.parse(text)?.origin === text;
}

function bytes() {
  return z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
}

function milliseconds(min: number, max: number) {
  return z.coerce.number().int().min(min).max(max);
}

function count(max: number) {
  return z.coerce.number().int().min(1).max(max);
}

function percent() {
  return z.coerce.number().int().min(1).max(100);
}

function version() {
  return z
    .string()
    .refine((text) => isVersion(text) !== null, 'must be a semantic version such as 1.2.0');
}

function flag() {
  return z.enum(['true', 'false']).transform((text) => text === 'true');
}
