import { DEVICE_PLATFORMS } from '../../db/schema/accounts.ts';
import type { DevicePlatform } from '../actor.ts';

/**
 * Whom the tokens of a device name: its user and its platform, so that what a request says of itself is judged before
 * anything is looked up.
 */
export interface DeviceSubject {
  readonly userId: number;
  readonly platform: DevicePlatform;
}

/** The subject of a device's credential, for example `7-android`. */
export function formatSubject({ userId, platform }: DeviceSubject): string {
  return `${String(userId)}-${platform}`;
}

/** Reads the subject of a device's credential; null when it is none of ours. */
export function parseSubject(subject: string): DeviceSubject | null {
  const [userId, named] = subject.split('-');
  const platform = DEVICE_PLATFORMS.find((name) => name === named);
  return platform === undefined ? null : { userId: Number(userId), platform };
}
