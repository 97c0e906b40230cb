-- Which migrations ran, in which order, with which text. The Worker refuses to serve when this differs from
-- what it was built with. Each migration ends with the statement that records it; the checksum covers everything
-- before that statement.
CREATE TABLE schema_history (
  position INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  sha256 TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT;

-- A statement that makes a whole batch fail: INSERT INTO guard SELECT changes() = 1, 'reason'.
CREATE VIEW guard (ok, reason) AS SELECT 1, '';
CREATE TRIGGER guard_refuses INSTEAD OF INSERT ON guard WHEN NEW.ok IS NOT 1 BEGIN
  SELECT RAISE(ABORT, NEW.reason);
END;

-- Times are milliseconds since the Unix epoch, sizes are bytes, everywhere.
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  username TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  role TEXT NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin')),
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'pending_deletion', 'deleting')),
  avatar_url TEXT,
  -- Rises with every change of role, status, password or deletion state.
  auth_version INTEGER NOT NULL DEFAULT 1,
  storage_used INTEGER NOT NULL DEFAULT 0 CHECK (storage_used >= 0),
  storage_reserved INTEGER NOT NULL DEFAULT 0 CHECK (storage_reserved >= 0),
  storage_quota INTEGER NOT NULL CHECK (storage_quota >= 0),
  image_count INTEGER NOT NULL DEFAULT 0 CHECK (image_count >= 0),
  deletion_due_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX users_by_deletion ON users (deletion_due_at) WHERE deletion_due_at IS NOT NULL;

-- One row a live session, for the counts and the lists. The session itself lives in its user's Durable Object.
CREATE TABLE user_sessions (
  session_id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('web', 'device')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX user_sessions_by_user ON user_sessions (user_id);
CREATE INDEX user_sessions_by_expiry ON user_sessions (expires_at);

CREATE TABLE notifications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  type TEXT NOT NULL CHECK (type IN ('account', 'security', 'image', 'system')),
  title TEXT NOT NULL,
  message TEXT NOT NULL,
  metadata TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metadata)),
  is_read INTEGER NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX notifications_by_user ON notifications (user_id, id);
CREATE INDEX notifications_unread ON notifications (user_id, id) WHERE is_read = 0;

-- Configuration entries that administrators set while the service runs.
CREATE TABLE settings (
  config_key TEXT PRIMARY KEY,
  config_value TEXT NOT NULL,
  updated_by INTEGER,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  actor_id INTEGER,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(detail)),
  created_at INTEGER NOT NULL
) STRICT;

-- One row: the site's totals, changed only in the batches that change what they count.
CREATE TABLE site_totals (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  users INTEGER NOT NULL DEFAULT 0 CHECK (users >= 0),
  active_users INTEGER NOT NULL DEFAULT 0 CHECK (active_users >= 0),
  images INTEGER NOT NULL DEFAULT 0 CHECK (images >= 0),
  views INTEGER NOT NULL DEFAULT 0 CHECK (views >= 0),
  storage_used INTEGER NOT NULL DEFAULT 0 CHECK (storage_used >= 0),
  storage_reserved INTEGER NOT NULL DEFAULT 0 CHECK (storage_reserved >= 0)
) STRICT;
INSERT INTO site_totals (id) VALUES (1);

INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (1, '0001_accounts.sql', '89ece6222e9b369ca5fc6eef37eb37e412d4ca571f94744bc7483cccf380e840', unixepoch() * 1000);
