import type { CounterTotals, RequestCount } from '../../domain/services.ts';

/** What an isolate gathered, under a sequence number of its own: the same number always means the same counts. */
export interface CountBatch {
  readonly isolateId: string;
  readonly sequence: number;
  readonly views: readonly (readonly [imageId: number, count: number])[];
  readonly requests: readonly RequestCount[];
}

export interface ViewFlush {
  readonly number: number;
  readonly views: ReadonlyMap<number, number>;
}

/** Text of the entries that one flush takes: far below what D1 takes as one value (2 MB). */
const FLUSH_MAX_CHARACTERS = 500_000;

/** How long an isolate may be silent before its last sequence number is forgotten. No isolate lives that long. */
export const ISOLATE_MEMORY_MS = 604_800_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS isolates (isolate_id TEXT PRIMARY KEY, sequence INTEGER NOT NULL, seen_at INTEGER NOT NULL)
    WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS journal (id INTEGER PRIMARY KEY AUTOINCREMENT, views TEXT NOT NULL, requests TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS requests (route TEXT, status INTEGER, count INTEGER NOT NULL, PRIMARY KEY (route, status))
    WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS flush (number INTEGER NOT NULL, last_entry INTEGER, views_flushed INTEGER NOT NULL);
  INSERT INTO flush SELECT 0, NULL, 0 WHERE NOT EXISTS (SELECT 1 FROM flush);`;

type FlushRow = { number: number; lastEntry: number | null; viewsFlushed: number };
type JournalRow = { id: number; views: string; requests: string };

/** Adds up the counts of the same route and status. */
export const sumRequests = (counts: readonly RequestCount[]): RequestCount[] => {
  const sums = new Map<string, RequestCount>();
  for (const { route, status, count } of counts) {
    const key = `${route} ${String(status)}`;
    sums.set(key, { route, status, count: count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
};

/**
 * The books of one counter shard, in its own SQLite storage. What they keep true:
 *
 * - A batch is taken once: an isolate's sequence number is remembered in the same transaction as its counts.
 * - A batch is one row, so gathering costs two rows written, however many images it names.
 * - A flush has a number, and its contents are fixed when it begins: the entries up to `last_entry`. It is begun again
 *   with the same number and contents until it is finished, so whoever remembers the number counts it once.
 */
export class CountLedger {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    storage.sql.exec(SCHEMA);
  }

  /** Takes a batch; false when it was taken before. */
  add({ isolateId, sequence, views, requests }: CountBatch, nowMs: number): boolean {
    return this.#storage.transactionSync(() => {
      const { rowsWritten } = this.#storage.sql.exec(
        `INSERT INTO isolates (isolate_id, sequence, seen_at) VALUES (?, ?, ?)
         ON CONFLICT (isolate_id) DO UPDATE SET sequence = excluded.sequence, seen_at = excluded.seen_at
         WHERE sequence < excluded.sequence`,
        isolateId,
        sequence,
        nowMs,
      );
      if (rowsWritten === 0) return false;
      this.#storage.sql.exec(
        'INSERT INTO journal (views, requests) VALUES (?, ?)',
        JSON.stringify(views),
        JSON.stringify(requests),
      );
      return true;
    });
  }

  get isEmpty(): boolean {
    return this.#storage.sql.exec('SELECT 1 FROM journal LIMIT 1').toArray().length === 0;
  }

  /** Begins a flush, or the one that was not finished again; null when there is nothing to flush. */
  beginFlush(): ViewFlush | null {
    return this.#storage.transactionSync(() => {
      const open = this.#openFlush();
      const lastEntry = open.lastEntry ?? this.#chooseLastEntry();
      if (lastEntry === null) return null;
      const number = open.lastEntry === null ? open.number + 1 : open.number;
      this.#storage.sql.exec('UPDATE flush SET number = ?, last_entry = ?', number, lastEntry);
      const views = new Map<number, number>();
      for (const row of this.#entries(lastEntry)) {
        for (const [imageId, count] of JSON.parse(row.views) as CountBatch['views']) {
          views.set(imageId, (views.get(imageId) ?? 0) + count);
        }
      }
      return { number, views };
    });
  }

  /** Forgets what the open flush carried away, and adds its request counts to the totals. */
  finishFlush(): void {
    this.#storage.transactionSync(() => {
      const { lastEntry } = this.#openFlush();
      if (lastEntry === null) return;
      let views = 0;
      const requests: RequestCount[] = [];
      for (const row of this.#entries(lastEntry)) {
        for (const [, count] of JSON.parse(row.views) as CountBatch['views']) views += count;
        requests.push(...(JSON.parse(row.requests) as RequestCount[]));
      }
      for (const { route, status, count } of sumRequests(requests)) {
        this.#storage.sql.exec(
          `INSERT INTO requests (route, status, count) VALUES (?, ?, ?)
           ON CONFLICT (route, status) DO UPDATE SET count = count + excluded.count`,
          route,
          status,
          count,
        );
      }
      this.#storage.sql.exec('DELETE FROM journal WHERE id <= ?', lastEntry);
      this.#storage.sql.exec(
        'UPDATE flush SET last_entry = NULL, views_flushed = views_flushed + ?',
        views,
      );
    });
  }

  /** Every request counted so far, and the views that flushes have carried away. */
  totals(): CounterTotals {
    const requests = this.#storage.sql
      .exec<{ route: string; status: number; count: number }>('SELECT * FROM requests')
      .toArray();
    const waiting = this.#entries(Number.MAX_SAFE_INTEGER).flatMap(
      ({ requests }) => JSON.parse(requests) as RequestCount[],
    );
    return {
      requests: sumRequests([...requests, ...waiting]),
      viewsFlushed: this.#openFlush().viewsFlushed,
    };
  }

  /** Drops what is known of isolates that are long gone. */
  forgetIsolates(nowMs: number): void {
    this.#storage.sql.exec('DELETE FROM isolates WHERE seen_at < ?', nowMs - ISOLATE_MEMORY_MS);
  }

  #openFlush(): FlushRow {
    return this.#storage.sql
      .exec<FlushRow>(
        'SELECT number, last_entry AS lastEntry, views_flushed AS viewsFlushed FROM flush',
      )
      .one();
  }

  #entries(lastEntry: number): JournalRow[] {
    return this.#storage.sql
      .exec<JournalRow>('SELECT id, views, requests FROM journal WHERE id <= ?', lastEntry)
      .toArray();
  }

  /** The last of the oldest entries that fit into one flush, at least one. */
  #chooseLastEntry(): number | null {
    const rows = this.#storage.sql.exec<{ id: number; length: number }>(
      'SELECT id, length(views) AS length FROM journal ORDER BY id',
    );
    let last: number | null = null;
    let characters = 0;
    for (const { id, length } of rows) {
      characters += length;
      if (last !== null && characters > FLUSH_MAX_CHARACTERS) break;
      last = id;
    }
    return last;
  }
}
