import { DAY_MS } from '../shared/clock.ts';
import { IMAGE_LIMIT_MAX } from '../shared/entry-rules.ts';
import {
  bytes,
  flag,
  integer,
  KEY_PREFIX,
  LOCALE_TAG,
  matching,
  oneOf,
  optionalBytes,
  optionalUrl,
  origins,
  requiredSecret,
  secret,
  text,
  url,
  VERSION,
  type Rule,
} from './config-rules.ts';

export const CAPTCHA_PROVIDERS = ['none', 'provider_a', 'provider_b', 'provider_c'] as const;

/** The platform takes no longer body. */
export const PART_CEILING_BYTES = 100_000_000;

export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number];

/**
 * Every var and secret of the Worker: its default, then its range. Names carry the unit. `npm run docs` writes
 * docs/configuration.md from this file: a heading for each `// #` and a row for each var, with the comment before it.
 */
export const VARS = {
  // # Deployment

  /** The URL at which the deployment is reached; while it is empty, the origin of each request. */
  PUBLIC_BASE_URL: optionalUrl(),
  /** The port of `npm start`, which reads it from the environment; 0 takes a free one. */
  SERVER_PORT: integer(8080, [0, 65_535]),
  /** The origins of other sites whose pages may call the API, by bearer token alone: cookies do not count there. */
  CORS_ALLOWED_ORIGINS: origins(),
  /** Whether answers isolate their origin (COOP, COEP); `false` where a page of the origin embeds others. */
  CROSS_ORIGIN_ISOLATION: flag(true),
  /** The site's locale tag while the setting `site_language` is unset; the console's where a browser asks for none. */
  SITE_LANGUAGE: matching(LOCALE_TAG, 'en-US'),
  /** The prefix of the bucket keys of variants while the setting `storage_path` is unset. */
  STORAGE_PATH: matching(KEY_PREFIX, 'images'),
  /** The prefix of the bucket keys of parts that wait for publication. */
  V2_STAGING_PATH: matching(KEY_PREFIX, 'staging'),
  /** The keys that sign credentials and encrypt image tokens: `id:secret`, separated by commas. */
  KEY_RING: requiredSecret(),
  /** The bearer token that `/metrics` asks for; empty opens `/metrics` to everybody. */
  METRICS_TOKEN: secret(),
  /** The highest number of sessions, jobs and events of each state that `/metrics` counts to. */
  METRICS_MAX_COUNT: integer(1000, [1, 100_000]),
  /** The age at which an isolate reads public configuration and statistics again; at twice that age it waits for them. A copy of the cron that is ten times as old is not used. */
  SITE_FACTS_TTL_MS: integer(30_000, [0, DAY_MS]),

  // # Storage

  /** The quota of a new user. */
  DEFAULT_STORAGE_QUOTA_BYTES: bytes(1_073_741_824),
  /** The images that an account without a limit of its own may hold, open uploads included (403, 4012). */
  IMAGES_PER_USER: integer(500_000, [1, IMAGE_LIMIT_MAX]),
  /** The days in which a deleted image can be restored from the trash. */
  TRASH_DAYS: integer(30, [1, 3650]),
  /** The size of the whole site; empty for no limit. */
  STORAGE_CAPACITY_BYTES: optionalBytes(),
  /** The share of the site's size at which new uploads are refused. */
  STORAGE_SOFT_PRESSURE_PERCENT: integer(80, [1, 100]),
  /** The share of the site's size at which parts of open uploads are refused, too. */
  STORAGE_HARD_PRESSURE_PERCENT: integer(90, [1, 100]),

  // # Requests

  /** The longest JSON body. */
  JSON_BODY_MAX_BYTES: bytes(1_048_576),
  /** The time in which a JSON body must be complete, however steadily it comes. */
  JSON_BODY_TIMEOUT_MS: integer(60_000, [100, 600_000]),
  /** The time after which a body that brings nothing is given up. */
  BODY_IDLE_TIMEOUT_MS: integer(20_000, [100, 600_000]),
  /** The longest report of an error in a page. */
  CLIENT_ERROR_MAX_BYTES: bytes(8192),
  /** The reports of errors in pages that an address may send each minute (2091). */
  CLIENT_ERRORS_PER_MINUTE: integer(20, [1, 100_000]),
  /** The changes of visibility and of tokens that a user may make each minute (4029). */
  IMAGE_WRITES_PER_MINUTE: integer(120, [1, 100_000]),

  // # Uploads

  /** Whether pipeline 2 takes uploads; `false` opens uploads of whole images (pipeline 1) instead. */
  V2_UPLOAD_ENABLED: flag(true),
  /** The longest part. */
  UPLOAD_MAX_PART_BYTES: bytes(33_554_432, PART_CEILING_BYTES),
  /** The most pixels of a source. */
  UPLOAD_MAX_PIXELS: integer(50_000_000, [1, 50_000_000]),
  /** The longest source: a limit of pipeline 1, a hint for clients of pipeline 2. */
  UPLOAD_MAX_SOURCE_BYTES: bytes(15_728_640),
  /** The life of an upload session. */
  UPLOAD_SESSION_TTL_MS: integer(3_600_000, [1000, DAY_MS]),
  /** The bytes that an upload reserves for the derived variants. */
  UPLOAD_PUBLISH_ALLOWANCE_BYTES: bytes(33_554_432),
  /** The upload sessions that a user may hold open (4291). */
  UPLOAD_ACTIVE_SESSIONS_PER_USER: integer(8, [1, 10_000]),
  /** The upload sessions that a user may open each minute (4029). */
  UPLOAD_SESSIONS_PER_MINUTE: integer(60, [1, 100_000]),
  /** The parts that an isolate receives at a time (4291). */
  UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: integer(8, [1, 1000]),
  // A file takes 6 MiB of an isolate's 128, a part 2. Codecs may have 80 there, the memory cache beside them 8, and copies
  // for the edge cache 8: with 2 files and 6 parts, that makes 120.
  /** The whole files of pipeline 1 that an isolate receives at a time, among its parts (4291). */
  UPLOAD_CONCURRENT_FILES_PER_ISOLATE: integer(2, [1, 1000]),
  /** The time that a whole file waits for its place (4291). */
  UPLOAD_FILE_WAIT_MS: integer(5000, [0, 20_000]),
  /** The whole files that may wait in an isolate (4291). */
  UPLOAD_WAITING_FILES_PER_ISOLATE: integer(64, [1, 1000]),
  /** The whole files of a user among those that wait (4291). */
  UPLOAD_WAITING_FILES_PER_USER: integer(8, [1, 1000]),
  /** The parts that a user may send at a time (4291). */
  UPLOAD_CONCURRENT_PARTS_PER_USER: integer(4, [1, 1000]),
  /** The longest transfer of a part. */
  UPLOAD_PART_TIMEOUT_MS: integer(120_000, [1000, DAY_MS]),
  /** The least rate of a part. */
  UPLOAD_PART_MIN_BYTES_PER_SECOND: bytes(8192),
  /** The time that a part may stay below its least rate, which brings at most 1 MiB in it, and that the bucket may take nothing. */
  UPLOAD_PART_SLOW_MS: integer(20_000, [100, 600_000]),
  /** The life of an `Idempotency-Key`. */
  UPLOAD_IDEMPOTENCY_TTL_MS: integer(DAY_MS, [60_000, 30 * DAY_MS]),
  /** A hint for clients: uploads at a time. */
  CLIENT_PIPELINE_CONCURRENCY: integer(2, [1, 16]),
  /** A hint for clients: open upload sessions at a time. */
  CLIENT_ACTIVE_SESSION_CONCURRENCY: integer(4, [1, 64]),
  /** A hint for clients: images prepared at a time. */
  CLIENT_MAX_NATIVE_CONCURRENCY: integer(1, [1, 16]),

  // # Publication

  /** The attempts after which a publication fails. */
  PUBLICATION_MAX_ATTEMPTS: integer(5, [1, 100]),
  // Beside its own work, a job may wait as long for its turn in the isolate: 90 s each.
  /** The time that an attempt may take. */
  PUBLICATION_LEASE_MS: integer(240_000, [1000, DAY_MS]),
  /** The time in which a failed publication can be started again. */
  PUBLICATION_FAILED_RETENTION_MS: integer(7 * DAY_MS, [0, 365 * DAY_MS]),

  // # Dynamic transformations

  /** The Durable Objects that transform images of pipeline 1; the next two limits count in each. */
  DYNAMIC_SHARDS: integer(8, [1, 256]),
  /** The transformations at a time. */
  DYNAMIC_CONCURRENT: integer(2, [1, 64]),
  /** The different transformations that may wait. */
  DYNAMIC_QUEUED_KEYS: integer(4, [1, 1000]),
  /** The longest wait of a request for one of these places. */
  DYNAMIC_WAIT_MS: integer(20_000, [0, 300_000]),
  /** The largest `w` and `h`. */
  DYNAMIC_MAX_SIDE_PIXELS: integer(4096, [1, 16_383]),
  // An isolate holds four at most: two that are read, and twice one of the image service. With what the codecs may hold
  // (80 MiB), that makes 112 of its 128 MiB.
  /** The longest result of a transformation, or of the image service for a publication. */
  DYNAMIC_RESULT_MAX_BYTES: bytes(8_388_608, 8_388_608),
  /** The longest wait for a result; its reader may stay below 8 KiB a second for as long. */
  DYNAMIC_TIMEOUT_MS: integer(30_000, [1000, 300_000]),

  // # Accounts

  /** The life of a session and of its cookies. */
  SESSION_TTL_MS: integer(30 * DAY_MS, [1000, 400 * DAY_MS]),
  /** The life of a CSRF token. */
  CSRF_TTL_MS: integer(DAY_MS, [1000, 400 * DAY_MS]),
  /** The time for which an expired session is known as one (4011). */
  EXPIRED_SESSION_RETENTION_MS: integer(7 * DAY_MS, [0, 400 * DAY_MS]),
  /** The sessions of an account; one more ends the oldest. */
  SESSIONS_PER_USER: integer(50, [1, 1000]),
  /** The API keys of an account, expired ones included (403, 4031). */
  API_KEYS_PER_USER: integer(50, [1, 1000]),
  /** The API keys that a user may make, rotate and withdraw each minute (4029). */
  API_KEY_WRITES_PER_MINUTE: integer(30, [1, 100_000]),
  /** The time over which logins are counted. */
  LOGIN_WINDOW_MS: integer(900_000, [1000, DAY_MS]),
  /** The logins, and changes of password, with a wrong password for a username, or an email address, in the window (2008). */
  LOGIN_FAILURES_PER_USERNAME: integer(5, [1, 100_000]),
  /** The logins, changes of password and new passwords by a link, with a wrong password or link, from an address in the window (2008). */
  LOGIN_FAILURES_PER_IP: integer(20, [1, 100_000]),
  /** All logins from an address in the window (2008). */
  LOGIN_ATTEMPTS_PER_IP: integer(60, [1, 100_000]),
  /** The Durable Objects that hash passwords. */
  PASSWORD_HASHER_SHARDS: integer(8, [1, 256]),
  /** The time over which registrations are counted. */
  REGISTRATION_WINDOW_MS: integer(3_600_000, [1000, DAY_MS]),
  /** The registrations from an address in the window (2008). */
  REGISTRATIONS_PER_IP: integer(20, [1, 100_000]),
  /** The registrations of a username in the window (2008). */
  REGISTRATIONS_PER_USERNAME: integer(10, [1, 100_000]),
  /** The time between a request for an account's deletion and the deletion. */
  ACCOUNT_DELETION_LOCK_MS: integer(DAY_MS, [0, 365 * DAY_MS]),

  /** The archives that a user may read at a time in an isolate (4029). */
  ARCHIVES_PER_USER: integer(4, [1, 1000]),
  /** The archives that an isolate packs at a time (4029). */
  ARCHIVES_PER_ISOLATE: integer(16, [1, 1000]),
  /** The time after which an archive that its reader leaves unread is broken off. */
  ARCHIVE_IDLE_TIMEOUT_MS: integer(60_000, [100, DAY_MS]),

  // # Devices

  /** The time for which a device opens sessions of its own after a login. */
  DEVICE_IDENTITY_TTL_MS: integer(180 * DAY_MS, [1000, 400 * DAY_MS]),
  /** The devices of an account (403, 4031). */
  DEVICE_IDENTITIES_PER_USER: integer(5, [1, 1000]),
  /** The life of a device's session; a heartbeat renews it. */
  DEVICE_SESSION_TTL_MS: integer(DAY_MS, [1000, 400 * DAY_MS]),
  /** The sessions of a device; one more ends the oldest. */
  DEVICE_SESSIONS_PER_IDENTITY: integer(4, [1, 1000]),
  /** The difference from the server's clock at which a bootstrap is refused. */
  DEVICE_CLOCK_TOLERANCE_MS: integer(300_000, [1000, 3_600_000]),
  /** The sessions that a device may ask for each minute (2090). */
  DEVICE_BOOTSTRAPS_PER_MINUTE: integer(10, [1, 100_000]),
  /** The oldest program on `android` that is served (4260). */
  MIN_CLIENT_VERSION_ANDROID: matching(VERSION, '1.0.0'),
  /** The oldest program on `windows` that is served (4260). */
  MIN_CLIENT_VERSION_WINDOWS: matching(VERSION, '1.0.0'),

  // # Captchas

  /**
   * The captcha of logins and registrations while the setting `captcha_provider` is unset: `provider_a` is siteverify with
   * an action (Turnstile), `provider_b` siteverify (hCaptcha, reCAPTCHA v2), `provider_c` GeeTest v4.
   */
  CAPTCHA_PROVIDER: oneOf(CAPTCHA_PROVIDERS),
  /**
   * Another URL of this deployment, whose origin the captcha's frame then has; while it is empty, the frame is sandboxed,
   * and so are the vendor's frames in it. Needs `PUBLIC_BASE_URL`.
   */
  CAPTCHA_BASE_URL: optionalUrl(),
  /** The time that a vendor may take. */
  CAPTCHA_TIMEOUT_MS: integer(5000, [100, 60_000]),
  /** The time in which an answer counts once (403, 2009); longer than any vendor accepts it. */
  CAPTCHA_ANSWER_TTL_MS: integer(900_000, [60_000, DAY_MS]),
  /** The vendor's address for answers to `provider_a`. */
  CAPTCHA_A_URL: url('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  /** The script of the widget of `provider_a`, which the console shows in a frame of its own. */
  CAPTCHA_A_SCRIPT_URL: url('https://challenges.cloudflare.com/turnstile/v0/api.js'),
  /** The public key of `provider_a`. */
  CAPTCHA_A_SITE_KEY: text(),
  /** The secret of `provider_a`. */
  CAPTCHA_A_SECRET: secret(),
  /** The vendor's address for answers to `provider_b`. */
  CAPTCHA_B_URL: url('https://api.hcaptcha.com/siteverify'),
  /** The script of the widget of `provider_b`, which the console shows in a frame of its own. */
  CAPTCHA_B_SCRIPT_URL: url('https://js.hcaptcha.com/1/api.js'),
  /** The public key of `provider_b`. */
  CAPTCHA_B_SITE_KEY: text(),
  /** The secret of `provider_b`. */
  CAPTCHA_B_SECRET: secret(),
  /** The vendor's address for answers to `provider_c`. */
  CAPTCHA_C_URL: url('https://gcaptcha4.geetest.com/validate'),
  /** The script of the widget of `provider_c`, which the console shows in a frame of its own. */
  CAPTCHA_C_SCRIPT_URL: url('https://static.geetest.com/v4/gt4.js'),
  /** The captcha id of `provider_c`. */
  CAPTCHA_C_SITE_KEY: text(),
  /** The key of `provider_c`. */
  CAPTCHA_C_SECRET: secret(),

  // # Purges

  /** The receiver of purges of public links: none, the zone's purge API, or a webhook; both need `PUBLIC_BASE_URL`. */
  PURGE_TARGET: oneOf(['none', 'zone', 'webhook']),
  /** The API of the zone. */
  PURGE_ZONE_API_URL: url('https://api.cloudflare.com/client/v4'),
  /** The id of the zone. */
  PURGE_ZONE_ID: text(),
  /** The token for the API of the zone. */
  PURGE_ZONE_API_TOKEN: secret(),
  /** The address of the webhook. */
  PURGE_WEBHOOK_URL: optionalUrl(),
  /** The secret that signs calls of the webhook. */
  PURGE_WEBHOOK_SECRET: secret(),
  /** The URLs in a call. */
  PURGE_BATCH_URLS: integer(100, [1, 100]),
  /** The time that a call may take. */
  PURGE_TIMEOUT_MS: integer(10_000, [100, 60_000]),
  /** The time that a batch of outbox events may take. */
  OUTBOX_LEASE_MS: integer(120_000, [1000, DAY_MS]),

  // # Delivery

  /** The life of a public answer in all caches together. */
  PUBLIC_CACHE_TTL_MS: integer(600_000, [0, 600_000]),
  /** The hot images that an isolate keeps in memory. */
  MEMORY_CACHE_BYTES: integer(50_331_648, [0, 67_108_864]),
  /** The hot images that an isolate keeps once it has run codecs. */
  MEMORY_CACHE_BESIDE_CODECS_BYTES: integer(8_388_608, [0, 33_554_432]),
  /** The longest image among the hot ones. */
  MEMORY_CACHE_ENTRY_BYTES: integer(524_288, [0, 4_194_304]),
  /** The copies for the edge cache that an isolate holds while readers take them; a longer image is not cached there. */
  EDGE_COPIES_BYTES: integer(8_388_608, [0, 33_554_432]),
  /** The interval at which an isolate looks for changed images; a change of visibility waits as long. */
  CHANGE_LOOK_TTL_MS: integer(250, [0, 10_000]),
  // A link that is published elsewhere may be refused here for so long.
  /** The time for which an isolate remembers that a link leads nowhere. */
  LINK_MISS_TTL_MS: integer(3000, [0, 10_000]),
  /** The time over which unknown links and API keys are counted. */
  LINK_MISS_WINDOW_MS: integer(60_000, [1000, DAY_MS]),
  /** The unknown links that an address may ask an isolate for in the window, and as many unknown API keys (4029). */
  LINK_MISSES_PER_IP: integer(300, [1, 1_000_000]),

  // # Counters

  // An object takes in some hundred isolates a second. Several hand their sums to the first, which takes two seconds more.
  /** The Durable Objects that count views and requests, one for some thousand isolates. */
  COUNTER_SHARDS: integer(1, [1, 256]),
  // A request has 30 seconds after its answer: this time to gather, 1.5 times as much until its counts are stored, the rest to send.
  /** The time for which an isolate gathers counts. */
  COUNTER_GATHER_MS: integer(10_000, [1, 10_000]),
  /** The images with uncounted views at which an isolate sends its counts at once. */
  COUNTER_GATHER_IMAGES: integer(2000, [1, 20_000]),
  /** The interval at which an object writes views to the database. */
  VIEW_FLUSH_MS: integer(45_000, [100, 60_000]),
};

export type VarName = keyof typeof VARS;

export type Config = {
  readonly [Name in VarName]: (typeof VARS)[Name] extends Rule<infer Value> ? Value : never;
};
