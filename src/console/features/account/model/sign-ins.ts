/** Sessions of an account, and devices that can open sessions. */

import type { DeviceIdentity, Session } from '../../../api/types.ts';

export interface SignIns {
  readonly sessions: readonly Session[];
  readonly devices: readonly DeviceIdentity[];
}

/** Everything but the own session. */
export interface Others {
  readonly sessionIds: readonly string[];
  readonly deviceIds: readonly number[];
}

export function ownFirst<Item extends { readonly current: boolean }>(
  items: readonly Item[],
): readonly Item[] {
  return [...items.filter(({ current }) => current), ...items.filter(({ current }) => !current)];
}

/** A device could reopen its sessions, so it is removed with them. */
export function findOthers({ sessions, devices }: SignIns): Others {
  const deviceIds = devices.filter(({ current }) => !current).map(({ id }) => id);
  const sessionIds = sessions
    .filter(({ current, identity_id: device }) => {
      return !current && (device === null || !deviceIds.includes(device));
    })
    .map(({ id }) => id);
  return { sessionIds, deviceIds };
}
