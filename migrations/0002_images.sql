-- What is stored for an image, apart from the image as its owner knows it. `size` is the sum of its variants.
CREATE TABLE image_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  size INTEGER NOT NULL CHECK (size >= 0),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE images (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  image_file_id INTEGER NOT NULL UNIQUE REFERENCES image_files (id),
  unique_link TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  filename TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  visibility TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  pipeline_version INTEGER NOT NULL CHECK (pipeline_version IN (1, 2)),
  processing_status TEXT NOT NULL CHECK (processing_status IN ('pending', 'processing', 'completed', 'failed')),
  failure_code INTEGER,
  failure_message TEXT,
  view_count INTEGER NOT NULL DEFAULT 0 CHECK (view_count >= 0),
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  -- Of `master`; of the original for pipeline 1.
  file_size INTEGER NOT NULL CHECK (file_size >= 0),
  published_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- One row an object in the bucket. Kinds of pipeline 2: master, gallery, admin, publish; of pipeline 1: original,
-- webp, avif.
CREATE TABLE image_variants (
  image_file_id INTEGER NOT NULL REFERENCES image_files (id),
  kind TEXT NOT NULL,
  object_key TEXT NOT NULL UNIQUE,
  mime_type TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size > 0),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (image_file_id, kind)
) STRICT, WITHOUT ROWID;

-- The keyed hash finds a token, the ciphertext shows it again to the owner. A revoked token keeps its hash, so
-- that a revoked token is told from a wrong one.
CREATE TABLE image_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  image_id INTEGER NOT NULL REFERENCES images (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  ciphertext TEXT NOT NULL,
  key_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE UNIQUE INDEX image_tokens_active ON image_tokens (image_id) WHERE revoked_at IS NULL;
CREATE INDEX image_tokens_by_image ON image_tokens (image_id);

-- Asynchronous legacy uploads (pipeline 1).
CREATE TABLE upload_queue (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id),
  status TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
  image_id INTEGER,
  failure_code INTEGER,
  failure_message TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX upload_queue_by_user ON upload_queue (user_id);

-- The last flush of each view counter that has arrived, so that a repeated flush counts nothing twice.
CREATE TABLE view_flushes (
  shard TEXT PRIMARY KEY,
  flush_number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (2, '0002_images.sql', '3f53bc270adf7c13785cfe335b18a5bdc9c781b57b41b4c5eab55e07f06b5927', unixepoch() * 1000);
