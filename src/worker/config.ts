import type { Rule } from './config-rules.ts';
import { VARS, type CaptchaProvider, type Config, type VarName } from './config-vars.ts';

export { KEY_PREFIX, LOCALE_TAG, type TextRule } from './config-rules.ts';
export { CAPTCHA_PROVIDERS, type CaptchaProvider, type Config } from './config-vars.ts';

/** The vars and secrets that each target of purges needs. */
const PURGE_NEEDS = {
  none: [],
  zone: ['PUBLIC_BASE_URL', 'PURGE_ZONE_ID', 'PURGE_ZONE_API_TOKEN'],
  webhook: ['PUBLIC_BASE_URL', 'PURGE_WEBHOOK_URL', 'PURGE_WEBHOOK_SECRET'],
} as const;

/** The most that a part at its least rate brings before it is judged: parts are read in chunks of as much. */
const MAX_SLOW_BYTES = 1_048_576;
/** The longest time in which a view is gathered: the rest of its minute is for its way to the database. */
const MAX_VIEW_GATHERING_MS = 57_000;
/** How long a counter shard gathers for the first one, where there are several. */
export const COUNTER_FORWARD_MS = 2000;

/** The vars and secrets that each captcha provider needs. */
const CAPTCHA_NEEDS = {
  none: [],
  // Their vendors name the host that the answer is for: the caller's `Host` must not say which that is.
  provider_a: ['PUBLIC_BASE_URL', 'CAPTCHA_A_SITE_KEY', 'CAPTCHA_A_SECRET'],
  provider_b: ['PUBLIC_BASE_URL', 'CAPTCHA_B_SITE_KEY', 'CAPTCHA_B_SECRET'],
  provider_c: ['CAPTCHA_C_SITE_KEY', 'CAPTCHA_C_SECRET'],
} as const;

interface Fault {
  readonly name: VarName;
  readonly fault: string;
}

/** Settings by name, as the Worker's bindings hold them beside others: any var may be missing. */
type Settings = Readonly<Record<string, unknown>>;

/**
 * Checks the Worker's vars and secrets and returns them typed, with defaults for those that are missing.
 * @throws {Error} that names every setting that is out of range, and every secret that is missing.
 */
export function parseConfig(settings: Settings): Config {
  const faults: Fault[] = [];
  const names = Object.keys(VARS) as VarName[];
  const values = names.map((name) => [name, readSetting(settings, name, faults)]);
  const config = Object.fromEntries(values) as Config;
  if (faults.length === 0) faults.push(...disagreements(config));
  refuse(faults);
  return config;
}

function readSetting(settings: Settings, name: VarName, faults: Fault[]): unknown {
  const { fallback, read, must }: Rule<unknown> = VARS[name];
  const text = toText(settings[name]) ?? fallback;
  const value = typeof text === 'string' ? read(text) : undefined;
  if (value === undefined) faults.push({ name, fault: text === undefined ? 'is missing' : must });
  return value;
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const texts = faults.map(({ name, fault }) => `${name}: ${fault}`);
  throw new Error(`Configuration refused. ${texts.join('; ')}`);
}

/** A number of wrangler.toml need not stand in quotes there. */
function toText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** Settings that are valid alone and exclude each other. */
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

/** The vars and secrets that keep a deployment from using a captcha provider, and what each must be. */
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
