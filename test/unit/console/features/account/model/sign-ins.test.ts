import { expect, it } from 'vitest';
import { ApiError } from '../../../../../../src/client/errors.ts';
import {
  findOthers,
  ownFirst,
} from '../../../../../../src/console/features/account/model/sign-ins.ts';
import type { DeviceIdentity, Session } from '../../../../../../src/console/api/types.ts';
import { unlessGone } from '../../../../../../src/console/api/unless-gone.ts';

const TIMES = { created_at: '2026-11-22T00:00:00Z', expires_at: '2026-12-22T00:00:00Z' };

const session = (id: string, device: number | null = null, current = false): Session => ({
  id,
  kind: device === null ? 'web' : 'device',
  identity_id: device,
  platform: device === null ? null : 'android',
  device_name: device === null ? null : 'Phone',
  user_agent: null,
  last_used_at: null,
  current,
  ...TIMES,
});

const device = (id: number, current = false): DeviceIdentity => ({
  id,
  device_id: String(id),
  name: 'Phone',
  platform: 'android',
  last_used_at: TIMES.created_at,
  current,
  ...TIMES,
});

it('signing out elsewhere ends all other sessions, and devices with theirs', () => {
  const sessions = [session('a'), session('own', null, true), session('b', 1), session('c', 2)];
  expect(findOthers({ sessions, devices: [device(1)] })).toEqual({
    sessionIds: ['a', 'c'],
    deviceIds: [1],
  });
});

it('signing out elsewhere keeps the asking device, and ends its other sessions', () => {
  const sessions = [session('own', 1, true), session('b', 1)];
  expect(findOthers({ sessions, devices: [device(1, true), device(2)] })).toEqual({
    sessionIds: ['b'],
    deviceIds: [2],
  });
});

it('a list of sessions starts with the own one', () => {
  const shown = ownFirst([session('a'), session('own', null, true), session('b')]);
  expect(shown.map(({ id }) => id)).toEqual(['own', 'a', 'b']);
});

it('ending a missing session or device succeeds, and other refusals are passed on', async () => {
  const refused = (status: number): Promise<void> =>
    unlessGone(Promise.reject(new ApiError(status, 4041, 'Not found', null)));
  await expect(refused(404)).resolves.toBeUndefined();
  await expect(refused(403)).rejects.toThrow('Not found');
});
