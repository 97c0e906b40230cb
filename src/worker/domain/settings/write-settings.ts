import { WATERMARK_KEYS } from '../../../shared/watermark-layout.ts';
import { CAPTCHA_PROVIDERS, captchaFaults, type Config } from '../../config.ts';
import { GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { settings } from '../../db/schema/settings.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { recordAudit, recordSettingChange } from '../audit/record-audit.ts';
import type { Services } from '../services.ts';
import { judgeWatermark, WATERMARK_CHANGED } from './judge-watermark.ts';
import { isSettingKey, parseSetting, type SettingKey } from './registry.ts';
import { INVALID_SETTING_ERRORS, invalidSetting, type SettingEntry } from './setting-entry.ts';
import { overtakeRunning, wakeWaiting } from './wake-publications.ts';

const MAX_ATTEMPTS = 5;
const MARK_KEYS: ReadonlySet<string> = new Set(WATERMARK_KEYS);

/** The operator's shell has no configuration, so keys that depend on it are not set there. */
type WriteServices = Pick<Services, 'directory' | 'clock'> &
  Partial<Pick<Services, 'config' | 'siteFacts'>>;

export const WRITE_SETTINGS_ERRORS = INVALID_SETTING_ERRORS;

/**
 * All or none. The caller maps errors of `guards`, which come first in the batch. Returns the jobs that waited for a
 * watermark, to be announced.
 */
export async function writeSettings(
  services: WriteServices,
  actorId: number | null,
  entries: readonly SettingEntry[],
  guards: readonly Statement<number>[] = [],
): Promise<number[]> {
  const { config, siteFacts } = services;
  for (const entry of entries) {
    requireValid(entry);
    if (config !== undefined) requireUsable(entry, config);
  }
  const woken = await storeJudged(services, actorId, entries, guards);
  await siteFacts?.invalidate();
  return woken;
}

/** Repeats while others change the watermark meanwhile. */
async function storeJudged(
  services: WriteServices,
  actorId: number | null,
  entries: readonly SettingEntry[],
  guards: readonly Statement<number>[],
): Promise<number[]> {
  for (let attempts = 1; ; attempts += 1) {
    const unchanged = await judgeWatermark(services, entries);
    try {
      return await store(services, actorId, entries, [...guards, ...unchanged]);
    } catch (error) {
      const isChanged = error instanceof GuardError && error.reason === WATERMARK_CHANGED;
      if (!isChanged || attempts === MAX_ATTEMPTS) throw error;
    }
  }
}

async function store(
  { directory, clock }: WriteServices,
  actorId: number | null,
  entries: readonly SettingEntry[],
  guards: readonly Statement<number>[],
): Promise<number[]> {
  const now = clock.now();
  const isMarkChanged = entries.some(({ key }) => MARK_KEYS.has(key));
  const { woken } = await directory.batch({
    guards,
    entries: entries.flatMap(({ key, value }) => [
      recordChange(actorId, { key, value }, now),
      saveEntry({ key, value, actorId, now }),
    ]),
    running: isMarkChanged ? [overtakeRunning()] : [],
    woken: isMarkChanged ? [wakeWaiting({ now })] : [],
  });
  return woken.flatMap((jobs) => jobs.map(({ jobId }) => jobId));
}

function requireValid({ key, value }: SettingEntry): void {
  if (!isSettingKey(key)) throw invalidSetting(key, 'unknown key');
  const parsed = parseSetting(key, value);
  if (!parsed.ok) throw invalidSetting(key, parsed.error);
}

function requireUsable({ key, value }: SettingEntry, config: Config): void {
  if (key !== 'captcha_provider') return;
  const provider = CAPTCHA_PROVIDERS.find((known) => known === value) ?? 'none';
  const [fault] = captchaFaults(config, provider);
  if (fault !== undefined) throw invalidSetting(key, `${fault.name} ${fault.fault}`);
}

/** The watermark's image is too large for the audit trail. */
function recordChange(actorId: number | null, entry: SettingEntry, now: number): Statement<number> {
  return entry.key === ('watermark_image' satisfies SettingKey)
    ? recordAudit({ actorId, action: 'set_setting', subject: `setting:${entry.key}` }, now)
    : recordSettingChange(actorId, entry, now);
}

const saveEntry = prepareWrite(
  (p: Params<{ key: string; value: string; actorId: number | null; now: number }>) => {
    const change = { configValue: p.value, updatedBy: p.actorId, updatedAt: p.now };
    return query
      .insert(settings)
      .values({ configKey: p.key, ...change })
      .onConflictDoUpdate({ target: settings.configKey, set: change });
  },
);
