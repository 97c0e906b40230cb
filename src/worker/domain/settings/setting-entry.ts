import { DomainError } from '../errors.ts';

export interface SettingEntry {
  readonly key: string;
  readonly value: string;
}

export function invalidSetting(key: string, fault: string): DomainError {
  const reason = key === 'storage_path' ? 'invalid_storage_location' : 'invalid_parameter';
  return new DomainError(reason, { message: `${key}: ${fault}` });
}
