import { DomainError, type ErrorName } from '../errors.ts';

export interface SettingEntry {
  readonly key: string;
  readonly value: string;
}

export const INVALID_SETTING_ERRORS = [
  // An unknown key, an invalid value, or a captcha provider without its vars.
  'invalid_parameter',
  'invalid_storage_location',
] as const satisfies readonly ErrorName[];

export function invalidSetting(key: string, fault: string): DomainError {
  const reason = key === 'storage_path' ? 'invalid_storage_location' : 'invalid_parameter';
  return new DomainError(reason, { message: `${key}: ${fault}` });
}
