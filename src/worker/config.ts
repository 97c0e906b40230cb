import type { Rule } from './config-rules.ts';
import { VARS, type CaptchaProvider, type Config, type VarName } from './config-vars.ts';

export { KEY_PREFIX, LOCALE_TAG, type TextRule } from './config-rules.ts';
export {
  CAPTCHA_PROVIDERS,
  PART_CEILING_BYTES,
  VARS,
  type CaptchaProvider,
  type Config,
} from './config-vars.ts';

const PURGE_NEEDS = {
  none: [],
  zone: ['PUBLIC_BASE_URL', 'PURGE_ZONE_ID', 'PURGE_ZONE_API_TOKEN'],
  webhook: ['PUBLIC_BASE_URL', 'PURGE_WEBHOOK_URL', 'PURGE_WEBHOOK_SECRET'],
} as const;

/** Parts are read in chunks of this size: the most that the slowest accepted part brings before it is judged. */
const MAX_SLOW_BYTES = 1_048_576;
/** The rest of a view's minute is for its way to the database. */
const MAX_VIEW_GATHERING_MS = 57_000;
/** How long a counter shard gathers before it forwards to the first one. */
export const COUNTER_FORWARD_MS = 2000;

const CAPTCHA_NEEDS = {
  none: [],
  // The vendors name the host of an answer; the caller's `Host` cannot be trusted for the comparison.
  provider_a: ['PUBLIC_BASE_URL', 'CAPTCHA_A_SITE_KEY', 'CAPTCHA_A_SECRET'],
  provider_b: ['PUBLIC_BASE_URL', 'CAPTCHA_B_SITE_KEY', 'CAPTCHA_B_SECRET'],
  provider_c: ['CAPTCHA_C_SITE_KEY', 'CAPTCHA_C_SECRET'],
} as const;

interface Fault {
  readonly name: VarName;
  readonly fault: string;
}

type Settings = Readonly<Record<string, unknown>>;

/** @throws {Error} that names every setting that is out of range, and every secret that is missing. */
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

/** wrangler.toml may hold numbers. */
function toText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

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
    ...faultIf(config.CAPTCHA_BASE_URL !== '' && !isApart(config), {
      name: 'CAPTCHA_BASE_URL',
      fault: 'must have another host than PUBLIC_BASE_URL, which must be set',
    }),
    ...captchaFaults(config, config.CAPTCHA_PROVIDER),
  ];
}

/** By host, as the scheme of a request is not that of the browser behind a proxy that terminates TLS. */
function isApart({ CAPTCHA_BASE_URL, PUBLIC_BASE_URL }: Config): boolean {
  return PUBLIC_BASE_URL !== '' && new URL(CAPTCHA_BASE_URL).host !== new URL(PUBLIC_BASE_URL).host;
}

function faultIf(isAtFault: boolean, fault: Fault): Fault[] {
  return isAtFault ? [fault] : [];
}

export function captchaFaults(
  config: Pick<Config, 'CROSS_ORIGIN_ISOLATION' | (typeof CAPTCHA_NEEDS)[CaptchaProvider][number]>,
  provider: CaptchaProvider,
): Fault[] {
  const missing = CAPTCHA_NEEDS[provider]
    .filter((name) => config[name] === '')
    .map((name) => ({ name, fault: `must be set for the captcha ${provider}` }));
  // Its script comes from hosts that no isolated page can embed.
  const isKeptOut = provider === 'provider_c' && config.CROSS_ORIGIN_ISOLATION;
  const fault = `must be false for the captcha ${provider}`;
  return isKeptOut ? [{ name: 'CROSS_ORIGIN_ISOLATION', fault }, ...missing] : missing;
}
