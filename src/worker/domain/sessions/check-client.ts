import { compareVersions } from 'compare-versions';
import { VERSION } from '../../config-rules.ts';
import type { Config } from '../../config.ts';
import { DEVICE_PLATFORMS } from '../../db/schema/accounts.ts';
import type { DevicePlatform } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

export { DEVICE_PLATFORMS };

/** Of VERSION. */
export const VERSION_MAX_LENGTH = 256;

export interface Client {
  readonly platform: string | undefined;
  readonly version: string | undefined;
}

const OLDEST = {
  android: 'MIN_CLIENT_VERSION_ANDROID',
  windows: 'MIN_CLIENT_VERSION_WINDOWS',
} as const satisfies Record<DevicePlatform, keyof Config>;

export const CHECK_CLIENT_ERRORS = [
  'invalid_parameter',
  'client_too_old',
] as const satisfies readonly ErrorName[];

/** `expected` is the known platform. Versions compare by Semantic Versioning 2.0.0, except identifiers that begin with a hyphen. */
export function checkClient(
  { config }: Pick<Services, 'config'>,
  client: Client,
  expected?: DevicePlatform,
): DevicePlatform {
  const platform = DEVICE_PLATFORMS.find((name) => name === client.platform);
  if (platform === undefined) throw refusal(`X-Platform: must be ${DEVICE_PLATFORMS.join(' or ')}`);
  if (expected !== undefined && platform !== expected) {
    throw refusal('X-Platform: not the platform that this device signed in with');
  }
  const { version = '' } = client;
  if (!VERSION.pattern.test(version)) {
    throw refusal('X-Client-Version: must be a version such as 1.2.0');
  }
  const isOlder = compareVersions(version, config[OLDEST[platform]]) < 0;
  if (isOlder) throw new DomainError('client_too_old');
  return platform;
}

function refusal(message: string): DomainError {
  return new DomainError('invalid_parameter', { message });
}
