-- IF NOT EXISTS: the first objects had these tables and no record of migrations.
CREATE TABLE IF NOT EXISTS isolates (
  isolate_id TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS journal (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  views TEXT NOT NULL,
  requests TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS requests (
  route TEXT,
  status INTEGER,
  count INTEGER NOT NULL,
  PRIMARY KEY (route, status)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS flush (
  number INTEGER NOT NULL,
  last_entry INTEGER,
  views_flushed INTEGER NOT NULL
);

INSERT INTO flush (number, last_entry, views_flushed)
SELECT 0, NULL, 0 WHERE NOT EXISTS (SELECT 1 FROM flush);
