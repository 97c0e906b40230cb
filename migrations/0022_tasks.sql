-- Conversions of a running database, in chunks by the cron. The migration that begins one inserts its row; readers take
-- both forms until it is done. A later migration that drops the old form begins with the statement that is described in
-- CONTRIBUTING.md, which refuses a database that still has it.
CREATE TABLE tasks (
  name TEXT PRIMARY KEY,
  -- What it means is the task's: the last id that was converted, for example.
  position INTEGER NOT NULL DEFAULT 0,
  done_at INTEGER
) STRICT, WITHOUT ROWID;

-- Nothing reads that an image was queued and published. Retries and failures stay.
INSERT INTO tasks (name) VALUES ('delete_ordinary_events');
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (22, '0022_tasks.sql', 'cacdf4cdb4bd420238d17efb3771c7d8dd1cb1e86aa0b9366428ae5ad3def973', unixepoch() * 1000);
