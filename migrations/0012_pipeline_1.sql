-- An upload of pipeline 1 is an upload session without parts: one file, under this key. What waits for it has its rows
-- in publication_jobs, so that a queue of its own is not needed. Nothing was ever written there, and of the version
-- before this one only the erasure of accounts names it, which is tried again.
ALTER TABLE upload_sessions ADD COLUMN original_key TEXT;
DROP TABLE upload_queue;

-- An image may have more than one job. The version before this one knows of one kind, and of it only `fsck --repair`
-- fails while an image is not unique here: it names that key when it gives an image a new job.
CREATE TABLE publication_jobs_new (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  image_id INTEGER NOT NULL REFERENCES images (id) ON DELETE CASCADE,
  kind TEXT NOT NULL DEFAULT 'publish' CHECK (kind IN ('publish', 'avif')),
  upload_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  lease_id TEXT,
  lease_expires_at INTEGER,
  -- Not to be tried before this moment; the sweep sends again what is overdue.
  run_after INTEGER NOT NULL,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (image_id, kind)
) STRICT;
INSERT INTO publication_jobs_new (
  id, image_id, kind, upload_id, status, attempts, lease_id, lease_expires_at, run_after, last_error, created_at,
  updated_at
)
SELECT
  id, image_id, 'publish', upload_id, status, attempts, lease_id, lease_expires_at, run_after, last_error, created_at,
  updated_at
FROM publication_jobs;
DROP TABLE publication_jobs;
ALTER TABLE publication_jobs_new RENAME TO publication_jobs;
CREATE INDEX publication_jobs_due ON publication_jobs (status, kind, run_after);
CREATE INDEX publication_jobs_by_upload ON publication_jobs (upload_id);
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (12, '0012_pipeline_1.sql', 'bc3e913afeafc36d4714ca9d84c52bb4f43cfab0b8ea80ac1f397c3b3fa166dc', unixepoch() * 1000);
