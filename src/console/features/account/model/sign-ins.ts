/** Where an account is signed in: sessions, and devices that may open them by themselves. */

import type { DeviceIdentity, Session } from '../../../api/types.ts';

export interface SignIns {
  readonly sessions: readonly Session[];
  readonly devices: readonly DeviceIdentity[];
}

/** What has to end so that only the own session is left. */
export interface Others {
  readonly sessionIds: readonly string[];
  readonly deviceIds: readonly number[];
}

/** Puts the session that asks first; the others stay in the order of the service. */
export function ownFirst<Item extends { readonly current: boolean }>(
  items: readonly Item[],
): readonly Item[] {
  return [...items.filter(({ current }) => current), ...items.filter(({ current }) => !current)];
}

/** A device would open its sessions anew, so it goes whole, and they with it. */
export function findOthers({ sessions, devices }: SignIns): Others {
  const deviceIds = devices.filter(({ current }) => !current).map(({ id }) => id);
  const sessionIds = sessions
    .filter(({ current, identity_id: device }) => {
      return !current && (device === null || !deviceIds.includes(device));
    })
    .map(({ id }) => id);
  return { sessionIds, deviceIds };
}
