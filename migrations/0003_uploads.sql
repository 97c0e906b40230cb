CREATE TABLE upload_sessions (
  upload_id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id),
  -- NULL once the key's life is over and it may be used again.
  idempotency_key TEXT,
  manifest_sha256 TEXT NOT NULL,
  status TEXT NOT NULL CHECK (
    status IN ('initiated', 'uploading', 'processing', 'completed', 'failed', 'cancelled', 'cleanup_pending')
  ),
  filename TEXT NOT NULL,
  visibility TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  processor_version TEXT NOT NULL,
  recipe_version TEXT NOT NULL,
  source_mime_type TEXT NOT NULL,
  source_width INTEGER NOT NULL,
  source_height INTEGER NOT NULL,
  -- Fixed at creation, so that parts are stored under their final keys.
  unique_link TEXT NOT NULL UNIQUE,
  image_id INTEGER,
  -- What this session holds of its user's `storage_reserved`.
  reserved_bytes INTEGER NOT NULL CHECK (reserved_bytes >= 0),
  failure_code INTEGER,
  failure_message TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  closed_at INTEGER,
  -- When the sweep next erases what a closed session may have left in the bucket; NULL: nothing can be left.
  erase_due_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX upload_sessions_by_key ON upload_sessions (user_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX upload_sessions_open ON upload_sessions (user_id, status)
  WHERE status IN ('initiated', 'uploading', 'processing');
CREATE INDEX upload_sessions_by_expiry ON upload_sessions (expires_at) WHERE status IN ('initiated', 'uploading');
CREATE INDEX upload_sessions_to_erase ON upload_sessions (erase_due_at) WHERE erase_due_at IS NOT NULL;
CREATE INDEX upload_sessions_by_image ON upload_sessions (image_id) WHERE image_id IS NOT NULL;
CREATE INDEX upload_sessions_by_age ON upload_sessions (created_at);

CREATE TABLE upload_parts (
  upload_id TEXT NOT NULL REFERENCES upload_sessions (upload_id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('master', 'gallery', 'admin', 'publish_source')),
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'uploaded')),
  object_key TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size > 0),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  quality INTEGER NOT NULL,
  uploaded_at INTEGER,
  PRIMARY KEY (upload_id, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (3, '0003_uploads.sql', '95d0600ab40d0e3f80ecf2ded6a7069a15a91bb8e033fc3108cc7ab766050892', unixepoch() * 1000);
