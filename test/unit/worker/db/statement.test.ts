import { and, eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { guard, prepareGuard } from '../../../../src/worker/db/guard.ts';
import { insertFrom, query, jsonValues } from '../../../../src/worker/db/query.ts';
import { users } from '../../../../src/worker/db/schema/accounts.ts';
import { images } from '../../../../src/worker/db/schema/images.ts';
import { notifications } from '../../../../src/worker/db/schema/notifications.ts';
import { uploadSessions } from '../../../../src/worker/db/schema/uploads.ts';
import {
  prepareAll,
  prepareFirst,
  prepareOne,
  prepareWrite,
  type Params,
} from '../../../../src/worker/db/statement.ts';

const outcome = (rows: readonly Record<string, unknown>[], changes = 0) => ({ rows, changes });

describe('a prepared statement', () => {
  it('binds its params in the order of the text, also repeated ones', () => {
    const prepared = prepareWrite((p: Params<{ id: number; now: number }>) =>
      query.update(users).set({ updatedAt: p.now, createdAt: p.now }).where(eq(users.id, p.id)),
    );
    const { text, values } = prepared({ id: 7, now: 5 });
    expect(text).toBe(
      'update "users" set "created_at" = ?, "updated_at" = ? where "users"."id" = ?',
    );
    expect(values).toEqual([5, 5, 7]);
  });

  it('writes constants into its text, quoted, so that partial indexes match', () => {
    const prepared = prepareAll(() =>
      query
        .select({ id: users.id })
        .from(users)
        .where(and(inArray(users.status, ['active', 'suspended']), eq(users.username, "o'hara"))),
    );
    const { text, values } = prepared();
    expect(text).toContain(`in ('active', 'suspended') and "users"."username" = 'o''hara'`);
    expect(values).toEqual([]);
  });

  it('names every column as its field, so that joined tables do not shift or hide one', () => {
    const prepared = prepareAll(() =>
      query
        .select({ uploadStatus: uploadSessions.status, imageId: images.id, userId: users.id })
        .from(uploadSessions)
        .innerJoin(users, eq(users.id, uploadSessions.userId))
        .leftJoin(images, eq(images.id, uploadSessions.imageId)),
    );
    expect(prepared().text).toContain(
      'select "upload_sessions"."status" as "uploadStatus", "images"."id" as "imageId", "users"."id" as "userId"',
    );
  });

  it('keeps a column’s table in expressions, as subqueries share column names', () => {
    const prepared = prepareAll(() =>
      query
        .select({
          sessions: sql<number>`(SELECT count(*) FROM ${uploadSessions} WHERE ${uploadSessions.userId} = ${users.id})`,
        })
        .from(users),
    );
    expect(prepared().text).toContain('"upload_sessions"."user_id" = "users"."id") as "sessions"');
  });

  it('decodes booleans and mapped expressions, and leaves NULL', () => {
    const prepared = prepareAll(() =>
      query
        .select({
          isRead: notifications.isRead,
          metadata: sql<{ a: number } | null>`${notifications.metadata}`.mapWith(JSON.parse),
        })
        .from(notifications),
    );
    const rows = [
      { isRead: 1, metadata: '{"a":1}' },
      { isRead: 0, metadata: null },
    ];
    expect(prepared().read(outcome(rows))).toEqual([
      { isRead: true, metadata: { a: 1 } },
      { isRead: false, metadata: null },
    ]);
  });

  it('also names the columns that a write returns', () => {
    const prepared = prepareOne((p: Params<{ id: number }>) =>
      query
        .delete(users)
        .where(eq(users.id, p.id))
        .returning({ userId: users.id, of: users.email }),
    );
    expect(prepared({ id: 1 }).text).toContain('returning "id" as "userId", "email" as "of"');
  });

  it('takes a list as one value', () => {
    const prepared = prepareWrite((p: Params<{ ids: readonly number[] }>) =>
      query.delete(users).where(inArray(users.id, jsonValues(p.ids))),
    );
    const { text, values } = prepared({ ids: [1, 2] });
    expect(text).toContain('in (SELECT value FROM json_each(?))');
    expect(values).toEqual(['[1,2]']);
  });

  it('takes a boolean as a number', () => {
    const prepared = prepareWrite((p: Params<{ isRead: boolean }>) =>
      query.update(notifications).set({ isRead: p.isRead }),
    );
    expect(prepared({ isRead: true }).values).toEqual([1]);
  });

  it('refuses to be bound without a value for each param', () => {
    const prepared = prepareWrite((params: Params<Record<string, number>>) =>
      query.delete(users).where(eq(users.id, params['forgotten'] ?? sql`0`)),
    ) as unknown as (values: object) => unknown;
    expect(() => prepared({})).toThrow('lacks a value for forgotten');
  });

  it('refuses a nested selection, whose rows D1 cannot name', () => {
    const prepared = prepareAll(() => query.select({ user: { id: users.id } }).from(users));
    expect(() => prepared()).toThrow('user: a statement returns columns and expressions only');
  });

  it('reads the first row or null, one row or an error, or the number of changes', () => {
    const select = () => query.select({ id: users.id }).from(users);
    expect(prepareFirst(select)().read(outcome([]))).toBeNull();
    expect(prepareFirst(select)().read(outcome([{ id: 1 }, { id: 2 }]))).toEqual({ id: 1 });
    expect(prepareOne(select)().read(outcome([{ id: 1 }]))).toEqual({ id: 1 });
    expect(() => prepareOne(select)().read(outcome([]))).toThrow('returned none');
    expect(prepareWrite(() => query.delete(users))().read(outcome([], 3))).toBe(3);
  });
});

describe('insertFrom', () => {
  it('names each column with its source', () => {
    const prepared = prepareWrite((p: Params<{ key: string }>) =>
      insertFrom(
        uploadSessions,
        { uploadId: p.key, userId: users.id, status: 'initiated', imageId: null },
        sql`FROM ${users} WHERE ${eq(users.status, 'active')}`,
      ),
    );
    expect(prepared({ key: 'k' })).toMatchObject({
      text:
        'INSERT INTO "upload_sessions" ("upload_id", "user_id", "status", "image_id") ' +
        `SELECT ?, "users"."id", 'initiated', null FROM "users" WHERE "users"."status" = 'active'`,
      values: ['k'],
    });
  });
});

describe('a guard', () => {
  it('requires the changes of the previous statement', () => {
    expect(guard('lease_lost', 2)).toMatchObject({
      text: 'INSERT INTO "guard" ("ok", "reason") SELECT changes() = ?, ?',
      values: [2, 'guard:lease_lost'],
    });
  });

  it('requires a condition', () => {
    const requireUser = prepareGuard(
      'no_user',
      (p: Params<{ id: number }>) =>
        sql`EXISTS (SELECT 1 FROM ${users} WHERE ${eq(users.id, p.id)})`,
    );
    expect(requireUser({ id: 4 })).toMatchObject({
      text:
        'INSERT INTO "guard" ("ok", "reason") SELECT (EXISTS (SELECT 1 FROM "users" WHERE "users"."id" = ?)) IS TRUE, ' +
        "'guard:no_user'",
      values: [4],
    });
  });
});
