import { describe, expect, it } from 'vitest';
import {
  isNameOf,
  listActions,
} from '../../../../../../src/console/features/admin/model/account-actions.ts';
import {
  listPeople,
  readChoice,
  readDetail,
  readSubject,
  toAuditQuery,
} from '../../../../../../src/console/features/admin/model/audit-trail.ts';
import { countPayload } from '../../../../../../src/console/features/admin/model/count-payload.ts';
import {
  firstDay,
  toSeries,
} from '../../../../../../src/console/features/admin/model/daily-series.ts';
import {
  joinDuration,
  splitDuration,
} from '../../../../../../src/console/features/admin/model/durations.ts';
import { suggestLanguages } from '../../../../../../src/console/features/admin/model/language-tags.ts';
import { runAll } from '../../../../../../src/console/features/admin/model/run-all.ts';
import { admin } from '../../../../../../src/console/text/en/admin.ts';
import type { AuditAction } from '../../../../../../src/worker/domain/audit/record-audit.ts';

describe('the actions on an account', () => {
  it.each([
    ['user', 'active', ['limits', 'reset', 'suspend', 'remove']],
    ['admin', 'active', ['limits', 'suspend']],
    ['user', 'suspended', ['limits', 'activate']],
    ['user', 'pending_deletion', ['limits', 'reset', 'keep']],
    ['user', 'deleting', []],
  ] as const)('of a %s that is %s depend on both', (role, status, actions) => {
    expect(listActions({ id: 2, role, status }, 1)).toEqual(actions);
    // Administrators cannot lock themselves out.
    const ofOwn = status === 'deleting' ? [] : ['limits'];
    expect(listActions({ id: 1, role, status }, 1)).toEqual(ofOwn);
  });

  it('are confirmed by its name in any case, and no other', () => {
    expect(isNameOf({ username: 'ada' }, ' Ada ')).toBe(true);
    expect(isNameOf({ username: 'ada' }, 'ad')).toBe(false);
  });
});

describe('an entry of the audit trail', () => {
  it('has a sentence for each recorded action', () => {
    const sentences: Record<AuditAction, (who: string, what: string) => string> =
      admin.audit.actions;
    for (const sentence of Object.values(sentences)) {
      expect(sentence('Ada', 'Grace')).toMatch(/Ada.+Grace/u);
    }
  });

  it('is parsed, whatever it contains', () => {
    expect(readSubject('setting:storage_path')).toEqual({ kind: 'setting', id: 'storage_path' });
    expect(readSubject('user:7')).toEqual({ kind: 'user', id: '7' });
    for (const odd of ['user:', 'planet:3', '', 'user']) expect(readSubject(odd)).toBeNull();
    expect(readDetail('{"from":null,"to":"x:y"}')).toEqual([
      ['from', null],
      ['to', 'x:y'],
    ]);
    expect([readDetail('{}'), readDetail('7'), readDetail('{')]).toEqual([
      [],
      [['', '7']],
      [['', '{']],
    ]);
  });

  it('names all its people', () => {
    const entry = { id: 1, action: 'suspend', created_at: '' };
    const entries = [
      { ...entry, actor_id: 1, subject: 'user:2', detail: '{}' },
      { ...entry, actor_id: null, subject: 'image:9', detail: '{"user_id":3}' },
      { ...entry, actor_id: 2, subject: 'setting:x', detail: '{}' },
    ];
    expect(listPeople(entries)).toEqual([1, 2, 3]);
  });

  it('is searched by one filter, once that has a value', () => {
    expect(toAuditQuery(readChoice({}))).toEqual({});
    expect(toAuditQuery(readChoice({ actor: '7' }))).toEqual({ actor_id: 7 });
    expect(toAuditQuery(readChoice({ user: '7' }))).toEqual({ subject: 'user:7' });
    expect(toAuditQuery(readChoice({ image: '9' }))).toEqual({ subject: 'image:9' });
    expect(toAuditQuery(readChoice({ setting: 'x' }))).toEqual({ subject: 'setting:x' });
    expect(toAuditQuery(readChoice({ user: '' }))).toEqual({});
    for (const value of ['x', '-1', '0', '1.5']) {
      expect(toAuditQuery(readChoice({ user: value }))).toBeNull();
    }
  });
});

describe('daily figures', () => {
  const dayOf = (day: string, users: number) => ({
    day,
    users,
    images: 0,
    storage_used: 0,
    views: 0,
    recorded_at: '',
  });

  it('include each day, also days on which the service did not run', () => {
    const series = toSeries([dayOf('2026-10-24', 1), dayOf('2026-10-27', 4)], 'users');
    expect(series.values).toEqual([1, null, null, 4]);
    expect(new Date((series.days[2] ?? 0) * 1000).toISOString()).toBe('2026-10-26T00:00:00.000Z');
    expect(toSeries([], 'users')).toEqual({ days: [], values: [] });
  });

  it('are requested from the first day of the range', () => {
    expect(firstDay(7, Date.parse('2026-11-02T23:00:00Z'))).toBe('2026-10-27');
  });
});

describe('a duration', () => {
  it('is shown in the largest unit without a remainder', () => {
    expect(splitDuration(86_400_000)).toEqual({ count: 1, unit: 'day' });
    expect(splitDuration(5_400_000)).toEqual({ count: 90, unit: 'minute' });
    expect(splitDuration(90_000)).toEqual({ count: 1.5, unit: 'minute' });
  });

  it('is entered as a number of a unit', () => {
    expect(joinDuration('1.5', 'hour')).toBe(5_400_000);
    expect([joinDuration('', 'hour'), joinDuration('x', 'day')]).toEqual([Number.NaN, Number.NaN]);
  });
});

it('languages are suggested by tag and by name in the shown language', () => {
  expect(suggestLanguages('zh-c', 'en').map(({ tag }) => tag)).toEqual(['zh-CN']);
  expect(suggestLanguages('österr', 'de')).toMatchObject([{ tag: 'de-AT' }]);
  expect(suggestLanguages('klingon', 'en')).toEqual([]);
});

it('an outbox event shows the number of its subjects, unless it was truncated', () => {
  expect(countPayload('{"paths":["/i/a","/i/b"]}')).toEqual({ count: 2, userId: null });
  expect(countPayload('{"user_id":7}')).toEqual({ count: null, userId: 7 });
  expect(countPayload('{"keys":["images/a","ima')).toEqual({ count: null, userId: null });
});

it('running all continues after a refusal', async () => {
  const asked: number[] = [];
  const outcome = await runAll([1, 2, 3], async (id) => {
    asked.push(id);
    if (id === 2) throw new Error('no');
  });
  expect(asked).toEqual([1, 2, 3]);
  expect(outcome).toMatchObject({ done: [1, 3], refused: 1, error: new Error('no') });
});
