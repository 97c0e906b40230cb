import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/shared/clock.ts';
import type { ApiKeyRecord } from '../../../../src/worker/domain/sessions/api-key-store.ts';
import type { SessionRecord } from '../../../../src/worker/domain/sessions/session-store.ts';
import type { UserSessions } from '../../../../src/worker/durable/sessions/object.ts';
import { createTestWorker } from '../../../support/worker.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const NOW = Date.now();
const ACCOUNT = { username: 'ada', role: 'user', status: 'active', authVersion: 5 } as const;

let objects = 0;
let stub: DurableObjectStub<UserSessions>;
beforeEach(() => {
  objects += 1;
  stub = createTestWorker().env.USER_SESSIONS.getByName(`sessions-test-${String(objects)}`);
});

const sessionOf = (name: string, changes: Partial<SessionRecord> = {}): SessionRecord => ({
  sessionId: `id-${name}`,
  kind: 'web',
  tokenHash: `hash-${name}`,
  csrf: { tokenHash: `csrf-${name}`, expiresAt: NOW + DAY_MS },
  createdAt: NOW,
  expiresAt: NOW + 30 * DAY_MS,
  forgetAt: NOW + 37 * DAY_MS,
  userAgent: null,
  ...changes,
});

const keyOf = (name: string): ApiKeyRecord => ({
  keyId: `id-${name}`,
  tokenHash: `key-hash-${name}`,
  start: 'abcd…efgh',
  label: name,
  scopes: ['upload'],
  visibility: null,
  requestsPerMinute: null,
  createdAt: NOW,
  expiresAt: null,
});

const ask = (name: string, options: { check?: string; slots?: number; now?: number } = {}) =>
  stub.authenticate(
    {
      tokenHash: `hash-${name}`,
      csrf: options.check === undefined ? 'none' : { check: options.check },
      csrfTtlMs: DAY_MS,
      slot: options.slots === undefined ? null : { limit: options.slots, ttlMs: 1000 },
    },
    options.now ?? NOW,
  );
const outcomeOf = async (...args: Parameters<typeof ask>) => (await ask(...args)).outcome;

/** Tables, the platform's among them, and other entries, and the time until the alarm. */
const storedNow = () =>
  runInDurableObject(stub, async (object, { storage }) => {
    const alarm = await storage.getAlarm();
    return {
      tables: storage.sql.exec('SELECT name FROM sqlite_master').toArray().length,
      entries: [...storage.kv.list()].length,
      alarmInMs: alarm === null ? null : alarm - object.clock.now(),
    };
  });
const NOTHING = { tables: 0, entries: 0, alarmInMs: null };

/** Moves the object's clock to its alarm, or further. */
const reachAlarm = (extraMs = 0): Promise<void> =>
  runInDurableObject(stub, async (object, { storage }) => {
    const alarm = (await storage.getAlarm()) ?? 0;
    object.clock = { ...systemClock, now: () => alarm + extraMs };
  });

const passAlarm = async (extraMs = 0): Promise<boolean> => {
  await reachAlarm(extraMs);
  return runDurableObjectAlarm(stub);
};

const tableSizes = () =>
  runInDurableObject(stub, (_, { storage }) =>
    Object.fromEntries(
      ['account', 'hold', 'sessions', 'csrf_records', 'part_slots', 'api_keys'].map((table) => [
        table,
        storage.sql.exec(`SELECT COUNT(*) AS rows FROM ${table}`).one()['rows'],
      ]),
    ),
  );

describe('the sessions of a user', () => {
  it('survive the eviction of their object', async () => {
    await stub.open(sessionOf('a'), ACCOUNT, NOW);
    await ask('a', { slots: 4 });
    await stub.freeze({ changeId: 'c', authVersion: 5, dropSessions: true }, 1000, NOW);
    await evictDurableObject(stub);
    expect(await tableSizes()).toEqual({
      account: 1,
      hold: 1,
      sessions: 1,
      csrf_records: 1,
      part_slots: 1,
      api_keys: 0,
    });
    expect(await outcomeOf('a')).toBe('frozen');
    await stub.unfreeze('c');
    await evictDurableObject(stub);
    expect(await ask('a', { check: 'csrf-a' })).toMatchObject({
      outcome: 'granted',
      account: ACCOUNT,
    });
  });

  it('are not opened at a lower version, which leaves their account unchanged', async () => {
    await stub.apply({ ...ACCOUNT, status: 'suspended', authVersion: 6 }, true);
    expect(await stub.open(sessionOf('late'), ACCOUNT, NOW)).toBe('stale');
    await stub.apply(ACCOUNT, true);
    expect(await outcomeOf('late')).toBe('unknown');
    expect(await stub.open(sessionOf('b'), { ...ACCOUNT, authVersion: 6 }, NOW)).toBe('admitted');
  });

  it('record their last use once an hour, and none that is refused', async () => {
    await stub.open(sessionOf('a', { userAgent: 'Firefox' }), ACCOUNT, NOW);
    const useAfter = async (ms: number, check?: string) => {
      await ask('a', { now: NOW + ms, ...(check !== undefined && { check }) });
      const [use] = await stub.listUses();
      return use?.lastUsedAt;
    };
    expect(await useAfter(HOUR_MS - 1)).toBe(NOW);
    expect(await useAfter(HOUR_MS, 'csrf-of-another')).toBe(NOW);
    expect(await useAfter(HOUR_MS)).toBe(NOW + HOUR_MS);
    expect(await useAfter(2 * HOUR_MS - 1)).toBe(NOW + HOUR_MS);
    expect(await stub.listUses()).toEqual([
      { sessionId: 'id-a', userAgent: 'Firefox', lastUsedAt: NOW + HOUR_MS },
    ]);
  });

  it('are opened once when the call is repeated', async () => {
    await stub.open(sessionOf('a'), ACCOUNT, NOW);
    await stub.open(sessionOf('a'), ACCOUNT, NOW);
    expect(await tableSizes()).toMatchObject({ sessions: 1, csrf_records: 1 });
  });

  it('are evicted by a newer one, also when its call is repeated', async () => {
    for (const name of ['a', 'b', 'c']) await stub.open(sessionOf(name), ACCOUNT, NOW);
    for (let call = 0; call < 2; call += 1) {
      expect(await stub.open(sessionOf('d'), ACCOUNT, NOW, ['id-a', 'id-c', 'id-x'])).toBe(
        'admitted',
      );
    }
    const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map((name) => outcomeOf(name)));
    expect(outcomes).toEqual(['unknown', 'granted', 'unknown', 'granted']);
    expect(await tableSizes()).toMatchObject({ sessions: 2, csrf_records: 2 });
  });

  it('end with a committed change that drops them, however its news arrives', async () => {
    const next = { ...ACCOUNT, authVersion: 6 };
    for (const news of [
      () => stub.apply(next, true),
      () => stub.open(sessionOf('new'), next, NOW),
      () => stub.reconcile(next, [], 0, NOW),
    ]) {
      await stub.forget();
      await stub.open(sessionOf('old'), ACCOUNT, NOW);
      await stub.freeze({ changeId: 'c', authVersion: 5, dropSessions: true }, 1000, NOW);
      await news();
      expect(await outcomeOf('old')).toBe('unknown');
    }
  });

  it('stay when a change is reconciled as not committed', async () => {
    await stub.open(sessionOf('a'), ACCOUNT, NOW);
    await stub.freeze({ changeId: 'c', authVersion: 5, dropSessions: true }, 1000, NOW);
    expect(await ask('a', { now: NOW + 1000 })).toEqual({ outcome: 'unsure', frozenVersion: 5 });
    await stub.apply({ ...ACCOUNT, authVersion: 6 }, false);
    expect(await outcomeOf('a')).toBe('granted');
  });

  it('are frozen by one change at a time, which may repeat its call', async () => {
    const freeze = { changeId: 'c', authVersion: 5, dropSessions: false };
    expect(await stub.freeze(freeze, 1000, NOW)).toBe('admitted');
    expect(await stub.freeze(freeze, 1000, NOW)).toBe('admitted');
    expect(await stub.freeze({ ...freeze, changeId: 'd' }, 1000, NOW)).toBe('frozen');
    expect(await stub.freeze({ ...freeze, changeId: 'd' }, 1000, NOW + 1000)).toEqual({
      unsure: 5,
    });
    await stub.unfreeze('d');
    expect(await stub.freeze({ ...freeze, changeId: 'd' }, 1000, NOW)).toBe('frozen');
  });

  it('are reconciled with the rows in D1, except for any still under way', async () => {
    for (const name of ['kept', 'gone', 'young', 'over']) {
      const createdAt = name === 'young' ? NOW : NOW - 120_000;
      const expiresAt = name === 'over' ? NOW - 1 : NOW + DAY_MS;
      await stub.open(sessionOf(name, { createdAt, expiresAt }), ACCOUNT, NOW);
    }
    const { sessionIds } = await stub.reconcile(ACCOUNT, ['id-kept'], NOW - 60_000, NOW);
    expect([...sessionIds].sort()).toEqual(['id-kept', 'id-over', 'id-young']);
    expect(await outcomeOf('over')).toBe('expired');
  });

  it('are forgotten by the alarm, which is set for the next one', async () => {
    const early = sessionOf('early', { forgetAt: Date.now() - 1 });
    const late = sessionOf('late', { forgetAt: Date.now() + DAY_MS });
    await stub.open(late, ACCOUNT, NOW);
    await stub.open(early, ACCOUNT, NOW);
    await runDurableObjectAlarm(stub);
    expect(await tableSizes()).toMatchObject({ sessions: 1, csrf_records: 1 });
    const alarm = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
    expect(alarm).toBe(late.forgetAt);
    expect(await outcomeOf('late')).toBe('granted');
  });

  it('leave no trace when the account is forgotten', async () => {
    await stub.open(sessionOf('a'), ACCOUNT, NOW);
    await stub.createApiKey('id-a', keyOf('k'), 50, NOW);
    await stub.forget();
    expect(await storedNow()).toEqual(NOTHING);
    expect(await outcomeOf('a')).toBe('unknown');
    expect(await storedNow()).toEqual(NOTHING);
  });
});

describe('the API keys of a user', () => {
  const openWithKey = async (): Promise<void> => {
    await stub.forget();
    await stub.open(sessionOf('old'), ACCOUNT, NOW);
    expect(await stub.createApiKey('id-old', keyOf('k'), 50, NOW)).toMatchObject({
      outcome: 'done',
    });
  };
  const outcomeOfKey = async (now = NOW) =>
    (
      await stub.authenticateApiKey(
        { tokenHash: 'key-hash-k', scope: 'upload', isOnlyScope: false, slot: null },
        now,
      )
    ).outcome;

  it('survive the eviction of their object, and a change that drops sessions', async () => {
    await openWithKey();
    await stub.freeze({ changeId: 'c', authVersion: 5, dropSessions: true }, 1000, NOW);
    await evictDurableObject(stub);
    expect(await outcomeOfKey()).toBe('frozen');
    expect(await outcomeOfKey(NOW + 1000)).toBe('unsure');
    await stub.apply({ ...ACCOUNT, authVersion: 6 }, true);
    expect(await outcomeOf('old')).toBe('unknown');
    expect(await outcomeOfKey()).toBe('granted');
  });

  it.each(['suspended', 'deleting'] as const)(
    'end once the account is %s, however its news arrives',
    async (status) => {
      const next = { ...ACCOUNT, status, authVersion: 6 };
      for (const news of [
        () => stub.apply(next, true),
        () => stub.open(sessionOf('new'), next, NOW),
        () => stub.reconcile(next, [], 0, NOW),
      ]) {
        await openWithKey();
        await news();
        expect(await outcomeOfKey()).toBe('unknown');
        await stub.apply({ ...next, status: 'active', authVersion: 7 }, true);
        expect(await outcomeOfKey()).toBe('unknown');
        expect(await tableSizes()).toMatchObject({ api_keys: 0 });
      }
    },
  );

  it('are not ended by late news of an earlier state', async () => {
    await openWithKey();
    await stub.apply({ ...ACCOUNT, status: 'suspended', authVersion: 4 }, true);
    expect(await outcomeOfKey()).toBe('granted');
  });

  it('end with the sessions when another account has the id, as after a restore of D1', async () => {
    const grace = { ...ACCOUNT, username: 'grace', authVersion: 1 };
    for (const news of [
      () => stub.open(sessionOf('new'), grace, NOW),
      () => stub.reconcile(grace, [], 0, NOW),
    ]) {
      await openWithKey();
      await stub.freeze({ changeId: 'c', authVersion: 5, dropSessions: false }, 1000, NOW);
      await news();
      expect(await outcomeOfKey()).toBe('unknown');
      expect(await outcomeOf('old')).toBe('unknown');
    }
    expect(await stub.open(sessionOf('b'), grace, NOW)).toBe('admitted');
    expect(await outcomeOf('b')).toBe('granted');
  });

  it('admit as many requests a minute again after an eviction', async () => {
    await stub.open(sessionOf('old'), ACCOUNT, NOW);
    await stub.createApiKey('id-old', { ...keyOf('k'), requestsPerMinute: 1 }, 50, NOW);
    expect(await outcomeOfKey()).toBe('granted');
    expect(await outcomeOfKey()).toBe('too_many_requests');
    await evictDurableObject(stub);
    expect(await outcomeOfKey()).toBe('granted');
  });
});

describe('the storage of a user', () => {
  const openForgotten = async (): Promise<void> => {
    await stub.open(sessionOf('a', { expiresAt: NOW + 1, forgetAt: NOW + HOUR_MS }), ACCOUNT, NOW);
  };

  it('is deleted an hour after the last session was forgotten, and made again by a sign-in', async () => {
    await openForgotten();
    await passAlarm();
    expect(await storedNow()).toMatchObject({ entries: 1, alarmInMs: HOUR_MS });
    expect(await tableSizes()).toMatchObject({ account: 1, sessions: 0 });
    await passAlarm();
    expect(await storedNow()).toEqual(NOTHING);
    expect(await passAlarm()).toBe(false);
    expect(await stub.open(sessionOf('b'), ACCOUNT, NOW)).toBe('admitted');
    expect(await outcomeOf('b')).toBe('granted');
  });

  it('is not made by requests with made-up credentials, by endings and by lists', async () => {
    const key = { tokenHash: 'none', scope: 'read', isOnlyScope: false, slot: null } as const;
    expect(await outcomeOf('none')).toBe('unknown');
    expect(await stub.authenticateApiKey(key, NOW)).toEqual({ outcome: 'unknown' });
    expect(await stub.close(['none'])).toBe(false);
    expect(await stub.renew('none', { expiresAt: NOW, forgetAt: NOW }, NOW)).toBe(false);
    const refused = { outcome: 'refused', refusal: 'unknown' };
    expect(await stub.createApiKey('none', keyOf('k'), 50, NOW)).toEqual(refused);
    const secret = { tokenHash: 'new', start: 'new' };
    expect(await stub.rotateApiKey('none', 'none', secret, NOW)).toEqual(refused);
    expect(await stub.withdrawApiKey('none')).toBe(false);
    expect(await stub.findApiKeyHash('none', NOW)).toBeNull();
    expect([await stub.listApiKeys(), await stub.listUses()]).toEqual([[], []]);
    await stub.releaseSlot('none');
    await stub.unfreeze('none');
    await stub.forget();
    expect(await storedNow()).toEqual(NOTHING);
  });

  it.each(['right before', 'right after'])(
    'keeps a session that is opened %s the alarm that would delete it',
    async (order) => {
      await openForgotten();
      await passAlarm();
      await reachAlarm();
      const calls = [
        () => stub.open(sessionOf('b'), ACCOUNT, NOW),
        () => runDurableObjectAlarm(stub),
      ];
      if (order === 'right after') calls.reverse();
      // Sent at once: neither waits for the other.
      await Promise.all(calls.map((call) => call()));
      expect(await outcomeOf('b')).toBe('granted');
      await evictDurableObject(stub);
      expect(await outcomeOf('b')).toBe('granted');
      expect(await tableSizes()).toMatchObject({ account: 1, sessions: 1 });
    },
  );

  it.each([
    ['a session that has ended since', () => stub.open(sessionOf('b'), ACCOUNT, NOW)],
    ['a change of the account', () => stub.apply({ ...ACCOUNT, authVersion: 6 }, true)],
    ['a reconciliation', () => stub.reconcile(ACCOUNT, [], 0, NOW)],
  ])('stays for another hour after %s', async (_use, use) => {
    await openForgotten();
    await passAlarm();
    await use();
    await stub.close(['id-b']);
    await passAlarm();
    expect(await storedNow()).toMatchObject({ entries: 1, alarmInMs: HOUR_MS });
    await passAlarm();
    expect(await storedNow()).toEqual(NOTHING);
  });

  it('stays while a change of the account is under way', async () => {
    await openForgotten();
    await passAlarm();
    await runInDurableObject(stub, (object) => {
      object.clock = systemClock;
    });
    const freeze = { changeId: 'c', authVersion: 5, dropSessions: true };
    await stub.freeze(freeze, DAY_MS, Date.now());
    await passAlarm();
    await passAlarm();
    expect(await tableSizes()).toMatchObject({ account: 1, hold: 1 });
    await passAlarm(DAY_MS);
    await passAlarm();
    expect(await storedNow()).toEqual(NOTHING);
  });

  it('stays while the user has an API key, and is deleted after its withdrawal', async () => {
    await openForgotten();
    await stub.createApiKey('id-a', keyOf('k'), 50, NOW);
    await passAlarm();
    expect(await storedNow()).toMatchObject({ entries: 0, alarmInMs: null });
    expect(await tableSizes()).toMatchObject({ account: 1, sessions: 0, api_keys: 1 });
    await stub.withdrawApiKey('id-k');
    await passAlarm();
    await passAlarm();
    expect(await storedNow()).toEqual(NOTHING);
  });

  it('is deleted after a change of an account that has no session', async () => {
    await stub.apply({ ...ACCOUNT, status: 'suspended' }, true);
    await passAlarm();
    await passAlarm();
    expect(await storedNow()).toEqual(NOTHING);
  });
});

describe('part slots', () => {
  it('expire without a release and never exceed their limit', async () => {
    await stub.open(sessionOf('a'), ACCOUNT, NOW);
    const first = await ask('a', { slots: 2 });
    expect(first).toMatchObject({ outcome: 'granted', slotId: expect.any(String) });
    expect(await outcomeOf('a', { slots: 2 })).toBe('granted');
    expect(await outcomeOf('a', { slots: 2 })).toBe('no_slot');
    expect(await outcomeOf('a')).toBe('granted');
    expect(await outcomeOf('a', { slots: 2, now: NOW + 1000 })).toBe('granted');
    expect(await tableSizes()).toMatchObject({ part_slots: 1 });
  });
});
