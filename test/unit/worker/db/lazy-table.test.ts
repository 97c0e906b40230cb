import { eq, getTableColumns, is } from 'drizzle-orm';
import { alias, integer, sqliteTable, SQLiteTable, text } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { sqliteTable as lazyTable } from '../../../../src/worker/db/lazy-table.ts';
import { query } from '../../../../src/worker/db/query.ts';

const declare = (make: typeof sqliteTable, note: () => void = () => undefined) =>
  make('frames', () => {
    note();
    return {
      id: integer('id').primaryKey(),
      title: text('title').notNull().unique(),
      outerId: integer('outer_id'),
    };
  });

const write = (frames: ReturnType<typeof declare>): string[] => {
  const outer = alias(frames, 'outer');
  return [
    query.select().from(frames).where(eq(frames.title, 'a')),
    query
      .select({ outer: outer.title })
      .from(frames)
      .innerJoin(outer, eq(outer.id, frames.outerId)),
    query.insert(frames).values({ title: 'a' }).onConflictDoNothing({ target: frames.title }),
    query.update(frames).set({ title: 'b' }).where(eq(frames.id, 1)).returning(),
    query.delete(frames).where(eq(frames.id, 1)),
  ].map((built) => built.toSQL().sql);
};

describe('a lazy table', () => {
  it('is made once, on first use', () => {
    let made = 0;
    const frames = declare(lazyTable, () => (made += 1));
    expect(made).toBe(0);
    write(frames);
    write(frames);
    expect(made).toBe(1);
  });

  it("writes the same statements as Drizzle's own", () => {
    expect(write(declare(lazyTable))).toEqual(write(declare(sqliteTable)));
  });

  it("is one of Drizzle's tables", () => {
    const frames = declare(lazyTable);
    expect(is(frames, SQLiteTable)).toBe(true);
    expect(Object.keys(getTableColumns(frames))).toEqual(['id', 'title', 'outerId']);
    expect(Object.keys(frames)).toEqual(Object.keys(declare(sqliteTable)));
  });
});
