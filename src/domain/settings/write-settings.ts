import { statement, type Statement } from '../../db/database.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { isSettingKey, parseSetting } from './registry.ts';

export interface SettingEntry {
  readonly key: string;
  readonly value: string;
}

/** @throws {DomainError} invalid_parameter that names the key when it is unknown or does not take the value. */
const requireValid = ({ key, value }: SettingEntry): void => {
  if (!isSettingKey(key))
    throw new DomainError('invalid_parameter', { message: `${key}: no such key` });
  const parsed = parseSetting(key, value);
  if (!parsed.ok)
    throw new DomainError('invalid_parameter', { message: `${key}: ${parsed.error}` });
};

const store = ({ key, value }: SettingEntry, actorId: number | null, now: number): Statement[] => [
  statement(
    `INSERT INTO settings (config_key, config_value, updated_by, updated_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (config_key) DO UPDATE SET config_value = excluded.config_value,
       updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    key,
    value,
    actorId,
    now,
  ),
  statement(
    "INSERT INTO audit_log (actor_id, action, subject, created_at) VALUES (?, 'set_setting', ?, ?)",
    actorId,
    `setting:${key}`,
    now,
  ),
];

/**
 * Stores configuration entries, all or none; they are in force at once. `actorId` is null for the operator's shell.
 * @throws {DomainError} invalid_parameter when a key is unknown or does not take its value.
 */
export const writeSettings = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actorId: number | null,
  entries: readonly SettingEntry[],
): Promise<void> => {
  for (const entry of entries) requireValid(entry);
  const now = clock.now();
  await db.batch(entries.flatMap((entry) => store(entry, actorId, now)));
};
