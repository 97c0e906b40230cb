import isOlder from 'semver/functions/lt.js';
import parseVersion from 'semver/functions/parse.js';
import type { Config } from '../../config.ts';
import { DEVICE_PLATFORMS } from '../../db/schema/accounts.ts';
import type { DevicePlatform } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

export { DEVICE_PLATFORMS };

/** Of the package `semver`. */
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

/** `expected` is the known platform. Versions compare by Semantic Versioning 2.0.0. */
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
  const version = parseVersion(client.version);
  if (version === null) throw refusal('X-Client-Version: must be a version such as 1.2.0');
  if (isOlder(version, config[OLDEST[platform]])) throw new DomainError('client_too_old');
  return platform;
}

function refusal(message: string): DomainError {
  return new DomainError('invalid_parameter', { message });
}
