import { DEVICE_PLATFORMS } from '../../db/schema/accounts.ts';
import type { DevicePlatform } from '../actor.ts';

/** User and platform, so that headers are checked before any look-up. */
export interface DeviceSubject {
  readonly userId: number;
  readonly platform: DevicePlatform;
}

/** For example `7-android`. */
export function formatSubject({ userId, platform }: DeviceSubject): string {
  return `${String(userId)}-${platform}`;
}

export function parseSubject(subject: string): DeviceSubject | null {
  const [userId, named] = subject.split('-');
  const platform = DEVICE_PLATFORMS.find((name) => name === named);
  return platform === undefined ? null : { userId: Number(userId), platform };
}
