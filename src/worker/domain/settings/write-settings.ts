import { CAPTCHA_PROVIDERS, captchaFaults, type Config } from '../../config.ts';
import { query } from '../../db/query.ts';
import { settings } from '../../db/schema/settings.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { recordAudit, recordSettingChange } from '../audit/record-audit.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { isSettingKey, parseSetting, type SettingKey } from './registry.ts';

export interface SettingEntry {
  readonly key: string;
  readonly value: string;
}

/** The operator's shell has no configuration, so keys that depend on it are not set there. */
type WriteServices = Pick<Services, 'db' | 'clock'> &
  Partial<Pick<Services, 'config' | 'siteFacts'>>;

export const WRITE_SETTINGS_ERRORS = [
  // An unknown key, an invalid value, or a captcha provider without its vars.
  'invalid_parameter',
  'invalid_storage_location',
] as const satisfies readonly ErrorName[];

/** All or none. The caller maps errors of `guards`, which come first in the batch. */
export async function writeSettings(
  { db, clock, config, siteFacts }: WriteServices,
  actorId: number | null,
  entries: readonly SettingEntry[],
  guards: readonly Statement<number>[] = [],
): Promise<void> {
  for (const entry of entries) {
    requireValid(entry);
    if (config !== undefined) requireUsable(entry, config);
  }
  const now = clock.now();
  await db.batch({
    guards,
    entries: entries.flatMap(({ key, value }) => [
      recordChange(actorId, { key, value }, now),
      saveEntry({ key, value, actorId, now }),
    ]),
  });
  await siteFacts?.invalidate();
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

function invalidSetting(key: string, fault: string): DomainError {
  const reason = key === 'storage_path' ? 'invalid_storage_location' : 'invalid_parameter';
  return new DomainError(reason, { message: `${key}: ${fault}` });
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
