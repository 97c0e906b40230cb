CREATE TABLE batches (
  turn INTEGER NOT NULL,
  position INTEGER NOT NULL,
  number INTEGER NOT NULL,
  isolate_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  views TEXT NOT NULL,
  requests TEXT NOT NULL,
  PRIMARY KEY (turn, position)
) WITHOUT ROWID;

CREATE TABLE books (
  number INTEGER NOT NULL,
  open_batches INTEGER,
  refused TEXT NOT NULL,
  views_flushed INTEGER NOT NULL,
  requests TEXT NOT NULL,
  isolates TEXT NOT NULL,
  main TEXT
);

-- What the open flush holds keeps its number; all else goes with the next one.
INSERT INTO batches (turn, position, number, isolate_id, sequence, seen_at, views, requests)
SELECT
  flush_number % 2, row_number() OVER (PARTITION BY flush_number ORDER BY id) - 1, flush_number, '', 0, 0, views,
  requests
FROM (
  SELECT journal.*, flush.number + iif(journal.id <= flush.last_entry, 0, 1) AS flush_number FROM journal, flush
);

-- Isolates stay in their table, where those are that the books have no room for.
INSERT INTO books (number, open_batches, refused, views_flushed, requests, isolates)
SELECT
  flush.number,
  iif(flush.last_entry IS NULL, NULL, (SELECT count(*) FROM batches WHERE batches.number = flush.number)),
  '[]',
  flush.views_flushed,
  (SELECT json_group_array(json_object('route', route, 'status', status, 'count', count)) FROM requests),
  '[]'
FROM flush;

DROP TABLE journal;
DROP TABLE requests;
DROP TABLE flush;
