import { describe, expect, it } from 'vitest';
import {
  judgeCopy,
  judgeFreeze,
  refuseSession,
} from '../../../../../src/worker/durable/sessions/logic.ts';
import type { AccountCopy } from '../../../../../src/worker/domain/sessions/session-store.ts';

const copy = (changes: Partial<AccountCopy> = {}): AccountCopy => ({
  username: 'ada',
  role: 'user',
  status: 'active',
  authVersion: 5,
  ...changes,
});
const session = { sessionId: 's', kind: 'web', expiresAt: 100, forgetAt: 200 } as const;
const freeze = { changeId: 'c', authVersion: 5, dropSessions: true, expiresAt: 50 };

describe('a session', () => {
  it.each([
    [99, null],
    [100, 'expired'],
    [199, 'expired'],
    [200, 'unknown'],
  ])('at %i is refused as %s', (now, refusal) => {
    expect(refuseSession(session, copy(), now)).toBe(refusal);
  });

  it.each([
    ['active', null],
    ['pending_deletion', null],
    ['suspended', 'suspended'],
    ['deleting', 'unknown'],
  ] as const)('of a user who is %s is refused as %s', (status, refusal) => {
    expect(refuseSession(session, copy({ status }), 0)).toBe(refusal);
  });

  it('is unknown without a record or without an account', () => {
    expect(refuseSession(null, copy(), 0)).toBe('unknown');
    expect(refuseSession(session, null, 0)).toBe('unknown');
  });
});

describe('a lock', () => {
  it('holds until it expires, and leaves the account’s state unknown after that', () => {
    expect(judgeFreeze(null, 0)).toBe('admitted');
    expect(judgeFreeze(freeze, 49)).toBe('frozen');
    expect(judgeFreeze(freeze, 50)).toEqual({ unsure: 5 });
  });

  it.each([
    [4, { take: false, endsFreeze: false }],
    [5, { take: true, endsFreeze: false }],
    [6, { take: true, endsFreeze: true }],
  ])('from version 5 is compared with a copy of version %i', (authVersion, judgement) => {
    expect(judgeCopy(copy({ authVersion }), copy(), freeze)).toEqual(judgement);
  });
});
