import { api, call } from '../../../api/client.ts';
import { unlessGone } from '../../../api/unless-gone.ts';
import type { Others, SignIns } from './sign-ins.ts';

export async function readSignIns(signal: AbortSignal): Promise<SignIns> {
  const [sessions, devices] = await Promise.all([
    call(api.GET('/api/v1/auth/sessions', { signal })),
    call(api.GET('/api/v1/auth/device-identities', { signal })),
  ]);
  return { sessions: sessions.items, devices: devices.items };
}

/** Ends a session; 404 counts as ended. @throws {ApiError | ConnectionError} */
export function endSignIn(id: string): Promise<void> {
  return unlessGone(call(api.DELETE('/api/v1/auth/sessions/{id}', { params: { path: { id } } })));
}

/** Removes a device; 404 counts as removed. @throws {ApiError | ConnectionError} */
export function endDevice(id: number): Promise<void> {
  return unlessGone(
    call(api.DELETE('/api/v1/auth/device-identities/{id}', { params: { path: { id } } })),
  );
}

/** Ends devices first, because they could open new sessions. @throws {ApiError | ConnectionError} */
export async function endAll({ deviceIds, sessionIds }: Others): Promise<void> {
  for (const id of deviceIds) await endDevice(id);
  for (const id of sessionIds) await endSignIn(id);
}
