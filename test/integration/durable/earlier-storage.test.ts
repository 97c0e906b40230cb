import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { ViewCountStore } from '../../../src/worker/durable/counters/view-count-store.ts';
import { COUNTER_MIGRATIONS } from '../../../src/worker/durable/counters/migrations.ts';
import { ObjectDatabase } from '../../../src/worker/durable/object-database.ts';
import createHistory from '../../../src/worker/durable/object-migrations.sql';
import { createTestWorker } from '../../support/worker.ts';

const DAY_MS = 86_400_000;
const NOW = Date.now();
const { env } = createTestWorker();

// The storage of objects as each earlier version created it: its tables, copied from its code, and the same contents. A
// new migration adds the version before it here, with its tables as in `sqlite_master`.
const FIRST_SESSIONS = {
  tables: `
  CREATE TABLE IF NOT EXISTS account (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    username TEXT NOT NULL,
    role TEXT NOT NULL,
    status TEXT NOT NULL,
    auth_version INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS hold (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    change_id TEXT NOT NULL,
    auth_version INTEGER NOT NULL,
    drop_sessions INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS sessions (
    session_id TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    auth_version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    forget_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS csrf_records (
    session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
    token_hash TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (session_id, token_hash)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS part_slots (
    slot_id TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT;
`,
  rows: `
  INSERT INTO account VALUES (1, 'ada', 'admin', 'active', 5);
  INSERT INTO sessions VALUES ('id-a', 'hash-a', 'web', 5, ${NOW - DAY_MS}, ${NOW + DAY_MS}, ${NOW + 2 * DAY_MS});
  INSERT INTO sessions VALUES ('id-b', 'hash-b', 'device', 4, ${NOW - DAY_MS}, ${NOW - 1}, ${NOW + DAY_MS});
  INSERT INTO csrf_records VALUES ('id-a', 'csrf-a', ${NOW - 5}, ${NOW + 5});
  INSERT INTO csrf_records VALUES ('id-a', 'csrf-old', ${NOW - 9}, ${NOW - 1});
  INSERT INTO part_slots VALUES ('slot-1', ${NOW + 1000});
  INSERT INTO part_slots VALUES ('slot-2', ${NOW - 1});`,
  hold: `INSERT INTO hold VALUES (1, 'change-1', 5, 1, ${NOW + 1000});`,
};

const API_KEYS = `
  CREATE TABLE api_keys (
    key_id TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    start TEXT NOT NULL,
    label TEXT NOT NULL,
    scopes TEXT NOT NULL,
    visibility TEXT,
    requests_per_minute INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER
  ) STRICT;`;

/** Columns that tables with rows got. */
const SESSION_USE = `
  ALTER TABLE sessions ADD COLUMN user_agent TEXT;
  ALTER TABLE sessions ADD COLUMN last_used_at INTEGER;`;

const SESSIONS = {
  'without a record of migrations': FIRST_SESSIONS,
  'without API keys': {
    ...FIRST_SESSIONS,
    tables: `${createHistory}
  INSERT INTO object_migrations (position, name) VALUES (1, '0001_sessions.sql');
${FIRST_SESSIONS.tables}`,
  },
  'without the use of sessions': {
    ...FIRST_SESSIONS,
    tables: `${createHistory}
  INSERT INTO object_migrations (position, name) VALUES (1, '0001_sessions.sql'), (2, '0002_api_keys.sql');
${FIRST_SESSIONS.tables}${API_KEYS}`,
  },
  'without visits': {
    ...FIRST_SESSIONS,
    tables: `${createHistory}
  INSERT INTO object_migrations (position, name) VALUES (1, '0001_sessions.sql'), (2, '0002_api_keys.sql'),
    (3, '0003_session_use.sql');
${FIRST_SESSIONS.tables}${API_KEYS}`,
    rows: `${FIRST_SESSIONS.rows}${SESSION_USE}`,
  },
  'with slots that have row ids': {
    ...FIRST_SESSIONS,
    tables: `${createHistory}
  INSERT INTO object_migrations (position, name) VALUES (1, '0001_sessions.sql'), (2, '0002_api_keys.sql'),
    (3, '0003_session_use.sql'), (4, '0004_visits.sql');
${FIRST_SESSIONS.tables}${API_KEYS}`,
    rows: `${FIRST_SESSIONS.rows}${SESSION_USE}
  ALTER TABLE account ADD COLUMN seen_at INTEGER;`,
  },
};

const COUNTERS_OF_JOURNAL = {
  tables: `
  CREATE TABLE IF NOT EXISTS isolates (isolate_id TEXT PRIMARY KEY, sequence INTEGER NOT NULL, seen_at INTEGER NOT NULL)
    WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS journal (id INTEGER PRIMARY KEY AUTOINCREMENT, views TEXT NOT NULL, requests TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS requests (route TEXT, status INTEGER, count INTEGER NOT NULL, PRIMARY KEY (route, status))
    WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS flush (number INTEGER NOT NULL, last_entry INTEGER, views_flushed INTEGER NOT NULL);
  INSERT INTO flush SELECT 0, NULL, 0 WHERE NOT EXISTS (SELECT 1 FROM flush);`,
  rows: `
  INSERT INTO isolates VALUES ('one', 7, ${NOW});
  INSERT INTO journal (views, requests) VALUES ('[[1,2],[2,1]]', '[{"route":"GET /a","status":200,"count":3}]');
  INSERT INTO journal (views, requests) VALUES ('[[1,5]]', '[]');
  INSERT INTO journal (views, requests) VALUES ('[[3,4]]', '[{"route":"GET /a","status":200,"count":3}]');
  INSERT INTO requests VALUES ('GET /a', 200, 10), ('GET /b', 404, 1);`,
  begunFlush: 'UPDATE flush SET number = 4, last_entry = 2, views_flushed = 100;',
};

const COUNTERS_OF_LARGE_PARTS = {
  tables: `${createHistory}
  INSERT INTO object_migrations (position, name) VALUES (1, '0001_counters.sql'), (2, '0002_batches.sql');
  CREATE TABLE isolates (isolate_id TEXT PRIMARY KEY, sequence INTEGER NOT NULL, seen_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE batches (turn INTEGER NOT NULL, position INTEGER NOT NULL, number INTEGER NOT NULL, isolate_id TEXT NOT NULL,
    sequence INTEGER NOT NULL, seen_at INTEGER NOT NULL, views TEXT NOT NULL, requests TEXT NOT NULL,
    PRIMARY KEY (turn, position)) WITHOUT ROWID;
  CREATE TABLE books (number INTEGER NOT NULL, open_batches INTEGER, refused TEXT NOT NULL, views_flushed INTEGER NOT NULL,
    requests TEXT NOT NULL, isolates TEXT NOT NULL, main TEXT);`,
  rows: `
  INSERT INTO isolates VALUES ('one', 7, ${NOW});
  INSERT INTO books VALUES (0, NULL, '[]', 0, '[{"route":"GET /a","status":200,"count":10},{"route":"GET /b","status":404,"count":1}]', '[]', NULL);
  INSERT INTO batches VALUES
    (1, 0, 1, '', 0, 0, '[[1,2],[2,1]]', '[{"route":"GET /a","status":200,"count":3}]'),
    (1, 1, 1, '', 0, 0, '[[1,5]]', '[]'),
    (1, 2, 1, '', 0, 0, '[[3,4]]', '[{"route":"GET /a","status":200,"count":3}]');`,
  begunFlush: `
  UPDATE books SET number = 4, open_batches = 2, views_flushed = 100;
  UPDATE batches SET turn = 0, number = 4 WHERE position < 2;
  UPDATE batches SET position = 0, number = 5 WHERE position = 2;`,
};

const COUNTERS = {
  'without a record of migrations': COUNTERS_OF_JOURNAL,
  'with a journal': {
    ...COUNTERS_OF_JOURNAL,
    tables: `${createHistory}
  INSERT INTO object_migrations (position, name) VALUES (1, '0001_counters.sql');
${COUNTERS_OF_JOURNAL.tables}`,
  },
  'with large parts of flushes': COUNTERS_OF_LARGE_PARTS,
  'with an isolate in each row': {
    tables: COUNTERS_OF_LARGE_PARTS.tables
      .replace("(2, '0002_batches.sql')", "(2, '0002_batches.sql'), (3, '0003_flush_parts.sql')")
      .replace('main TEXT);', 'main TEXT, part_images INTEGER NOT NULL DEFAULT 90000);'),
    rows: `
  INSERT INTO books VALUES (0, NULL, '[]', 0, '[{"route":"GET /a","status":200,"count":10},{"route":"GET /b","status":404,"count":1}]', '[]', NULL, 90000);
  INSERT INTO batches VALUES
    (1, 0, 1, '', 0, 0, '[[1,2],[2,1]]', '[{"route":"GET /a","status":200,"count":3}]'),
    (1, 1, 1, 'one', 6, ${NOW}, '[[1,5]]', '[]'),
    (1, 2, 1, 'one', 7, ${NOW}, '[[3,4]]', '[{"route":"GET /a","status":200,"count":3}]');`,
    begunFlush: COUNTERS_OF_LARGE_PARTS.begunFlush,
  },
};

/** As a SQL expression. */
const VIEWS_OF_MANY = `(
  WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 24999)
  SELECT json_group_array(json_array(i, 1)) FROM n
)`;

/** Evicts an object over storage that `write` has filled; its next call opens it. */
const leaveStorage = async (
  stub: DurableObjectStub,
  write: (storage: DurableObjectStorage) => void,
): Promise<void> => {
  await runInDurableObject(stub, async (_, { storage }) => {
    await storage.deleteAll();
    write(storage);
  });
  await evictDurableObject(stub);
};

const leaveTables = (stub: DurableObjectStub, ...texts: readonly string[]): Promise<void> =>
  leaveStorage(stub, ({ sql }) => {
    for (const text of texts) sql.exec(text);
  });

/** The statements that created the tables, whatever their spacing. */
const readTables = (stub: DurableObjectStub) =>
  runInDurableObject(stub, (_, { storage }) =>
    storage.sql
      .exec<{ sql: string }>(
        `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name`,
      )
      .toArray()
      .map(({ sql }) =>
        sql.replaceAll(/\s+/gu, ' ').replaceAll(/\( | \)| ,/gu, (edge) => edge.trim()),
      ),
  );

describe.each(Object.entries(SESSIONS))('the sessions of a user, stored %s,', (version, stored) => {
  const open = async (name: string, ...rows: readonly string[]) => {
    const stub = env.USER_SESSIONS.getByName(`${version}: ${name}`);
    await leaveTables(stub, stored.tables, stored.rows, ...rows);
    return stub;
  };
  const requestOf = (name: string, check?: string, limit?: number) => ({
    tokenHash: `hash-${name}`,
    csrf: check === undefined ? ('none' as const) : { check },
    csrfTtlMs: DAY_MS,
    slot: limit === undefined ? null : { limit, ttlMs: 1000 },
  });

  it('authenticate as before', async () => {
    const stub = await open('authenticate');
    const account = { username: 'ada', role: 'admin', status: 'active', authVersion: 5 };
    expect(await stub.authenticate(requestOf('a', 'csrf-a'), NOW)).toEqual({
      outcome: 'granted',
      sessionId: 'id-a',
      kind: 'web',
      account,
      slotId: null,
      isFirstToday: true,
    });
    expect(await stub.authenticate(requestOf('a', 'csrf-old'), NOW)).toEqual({
      outcome: 'csrf_invalid',
    });
    expect(await stub.authenticate(requestOf('b'), NOW)).toEqual({ outcome: 'expired' });
    expect(await stub.authenticate(requestOf('c'), NOW)).toEqual({ outcome: 'unknown' });
  });

  it('count their next use as the first of its day', async () => {
    const stub = await open('visit');
    expect(await stub.authenticate(requestOf('a'), NOW)).toMatchObject({ isFirstToday: true });
    expect(await stub.authenticate(requestOf('a'), NOW)).toMatchObject({ isFirstToday: false });
  });

  it('have a last use from their next use on, and no browser', async () => {
    const stub = await open('use');
    const unknown = { sessionId: 'id-a', userAgent: null, lastUsedAt: null };
    expect(await stub.listUses()).toContainEqual(unknown);
    await stub.authenticate(requestOf('a'), NOW);
    expect(await stub.listUses()).toContainEqual({ ...unknown, lastUsedAt: NOW });
  });

  it('keep their part slots', async () => {
    const stub = await open('slots');
    expect(await stub.authenticate(requestOf('a', undefined, 1), NOW)).toEqual({
      outcome: 'no_slot',
    });
    await stub.releaseSlot('slot-1');
    expect(await stub.authenticate(requestOf('a', undefined, 1), NOW)).toMatchObject({
      outcome: 'granted',
      slotId: expect.any(String),
    });
  });

  it('stay frozen until a change under way is decided, and end with it', async () => {
    const stub = await open('hold', stored.hold);
    expect(await stub.authenticate(requestOf('a'), NOW)).toEqual({ outcome: 'frozen' });
    const other = { changeId: 'change-2', authVersion: 5, dropSessions: false };
    expect(await stub.freeze(other, 1000, NOW)).toBe('frozen');
    expect(await stub.authenticate(requestOf('a'), NOW + 1000)).toEqual({
      outcome: 'unsure',
      frozenVersion: 5,
    });
    await stub.apply({ username: 'ada', role: 'user', status: 'active', authVersion: 6 }, true);
    expect(await stub.authenticate(requestOf('a'), NOW)).toEqual({ outcome: 'unknown' });
  });

  it('take API keys', async () => {
    const stub = await open('keys');
    const key = {
      keyId: 'id-k',
      tokenHash: 'hash-k',
      start: 'abcd…efgh',
      label: 'A tool',
      scopes: ['read'],
      visibility: null,
      requestsPerMinute: null,
      createdAt: NOW,
      expiresAt: null,
    } as const;
    const request = { tokenHash: 'hash-k', scope: 'read', isOnlyScope: false, slot: null } as const;
    expect(await stub.authenticateApiKey(request, NOW)).toEqual({ outcome: 'unknown' });
    expect(await stub.createApiKey('id-a', key, 50, NOW)).toMatchObject({ outcome: 'done' });
    expect(await stub.authenticateApiKey(request, NOW)).toMatchObject({ outcome: 'granted' });
  });

  it('are in the tables that a new object creates', async () => {
    const stub = await open('tables');
    // A new object creates its tables when it first needs them.
    const newcomer = env.USER_SESSIONS.getByName(`${version}: new`);
    const copy = { username: 'ada', role: 'user', status: 'active', authVersion: 5 } as const;
    for (const object of [stub, newcomer]) await object.apply(copy, true);
    expect(await readTables(stub)).toEqual(await readTables(newcomer));
  });
});

describe.each(Object.entries(COUNTERS))('a counter shard, stored %s,', (version, stored) => {
  const openLedger = async <Value>(
    name: string,
    use: (ledger: ViewCountStore) => Value,
    ...rows: readonly string[]
  ) => {
    const stub = env.COUNTERS.getByName(`${version}: ${name}`);
    await leaveTables(stub, stored.tables, stored.rows, ...rows);
    return runInDurableObject(stub, (_, { storage }) =>
      use(new ViewCountStore(new ObjectDatabase(storage, COUNTER_MIGRATIONS))),
    );
  };

  it('continues a flush under its number, and numbers the next one after it', async () => {
    const flushes = await openLedger(
      'flush',
      (ledger) => {
        const first = ledger.beginFlush(NOW);
        ledger.finishFlush(NOW);
        const second = ledger.beginFlush(NOW);
        ledger.finishFlush(NOW);
        return { first, second, third: ledger.beginFlush(NOW), totals: ledger.readTotals() };
      },
      stored.begunFlush,
    );
    expect(flushes).toEqual({
      first: {
        number: 4,
        parts: [
          new Map([
            [1, 7],
            [2, 1],
          ]),
        ],
      },
      second: { number: 5, parts: [new Map([[3, 4]])] },
      third: null,
      totals: {
        requests: [
          { route: 'GET /a', status: 200, count: 16 },
          { route: 'GET /b', status: 404, count: 1 },
        ],
        viewsFlushed: 112,
      },
    });
  });

  it('divides the next flush into parts for one transaction each, and no flush under way', async () => {
    const parts = await openLedger(
      'parts',
      (ledger) => {
        const underWay = ledger.beginFlush(NOW)?.parts.length;
        ledger.finishFlush(NOW);
        const views = Array.from({ length: 25_000 }, (_, id) => [id, 1] as const);
        ledger.add({ isolateId: 'two', sequence: 1, views, requests: [] }, NOW);
        return [underWay, ledger.beginFlush(NOW)?.parts.length];
      },
      stored.begunFlush,
      stored.tables.includes('journal')
        ? `UPDATE journal SET views = ${VIEWS_OF_MANY} WHERE id = 1;`
        : `UPDATE batches SET views = ${VIEWS_OF_MANY} WHERE number = 4 AND position = 0;`,
    );
    expect(parts).toEqual([1, 2]);
  });

  it('rejects a batch that it has already accepted', async () => {
    const batch = { isolateId: 'one', views: [[9, 1]] as const, requests: [] };
    const taken = await openLedger('batches', (ledger) => [
      ledger.add({ ...batch, sequence: 7 }, NOW),
      ledger.add({ ...batch, sequence: 8 }, NOW),
      ledger.beginFlush(NOW)?.parts[0]?.get(9),
    ]);
    expect(taken).toEqual([false, true, 1]);
  });

  it('is in the tables that a new object creates', async () => {
    await openLedger('tables', () => null);
    expect(await readTables(env.COUNTERS.getByName(`${version}: tables`))).toEqual(
      await readTables(env.COUNTERS.getByName(`${version}: new`)),
    );
  });
});

describe('the window of a rate limiter, stored as moments under its first key,', () => {
  it('still counts', async () => {
    const stub = env.RATE_LIMITER.getByName('earlier window');
    const moments = [NOW - 50_000, NOW - 10_000, NOW - 5000];
    await leaveStorage(stub, ({ kv }) => kv.put('window', moments));
    const rule = { limit: 3, windowMs: 60_000 };
    expect(await stub.take(rule, NOW)).toEqual({ allowed: false, retryAfterSeconds: 10 });
    await stub.refund(NOW - 10_000);
    expect(await stub.take(rule, NOW)).toEqual({ allowed: true, takenAt: NOW });
    expect(await stub.take(rule, NOW)).toEqual({ allowed: false, retryAfterSeconds: 10 });
  });
});
