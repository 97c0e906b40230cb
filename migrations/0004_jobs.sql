-- The durable half of publication: a queue message only points here, and may be lost or doubled.
CREATE TABLE publication_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  image_id INTEGER NOT NULL UNIQUE REFERENCES images (id) ON DELETE CASCADE,
  upload_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  lease_id TEXT,
  lease_expires_at INTEGER,
  -- Not to be tried before this moment; the sweep sends again what is overdue.
  run_after INTEGER NOT NULL,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX publication_jobs_due ON publication_jobs (status, run_after);
CREATE INDEX publication_jobs_by_upload ON publication_jobs (upload_id);

-- What happened to an image's processing, in order; written with the change that it tells of.
CREATE TABLE processing_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  image_id INTEGER NOT NULL REFERENCES images (id) ON DELETE CASCADE,
  event TEXT NOT NULL CHECK (event IN ('queued', 'published', 'retried', 'failed')),
  detail TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX processing_events_by_image ON processing_events (image_id);

-- Effects outside the database that a committed change has promised. A row stays until its effect is done.
CREATE TABLE outbox_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('purge', 'erase', 'account')),
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  attempts INTEGER NOT NULL DEFAULT 0,
  available_at INTEGER NOT NULL,
  lease_id TEXT,
  lease_expires_at INTEGER,
  last_error TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_events_due ON outbox_events (kind, available_at);

INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (4, '0004_jobs.sql', '52d6c32bfd4088d48083eedb469f32b7f61c2a9f1560f1ba428aa5d76cb0255e', unixepoch() * 1000);
