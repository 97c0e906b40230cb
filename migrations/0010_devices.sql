-- A device that has signed in may open sessions by itself, by its identity. It calls itself by `device_id`.
CREATE TABLE device_identities (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  device_id TEXT NOT NULL,
  name TEXT NOT NULL,
  platform TEXT NOT NULL CHECK (platform IN ('android', 'windows')),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX device_identities_by_user ON device_identities (user_id, device_id);
CREATE INDEX device_identities_by_expiry ON device_identities (expires_at);

-- The nonces with which identities have opened sessions: each counts once.
CREATE TABLE device_nonces (
  identity_id INTEGER NOT NULL REFERENCES device_identities (id) ON DELETE CASCADE,
  nonce_hash TEXT NOT NULL CHECK (length(nonce_hash) = 64),
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (identity_id, nonce_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_nonces_by_expiry ON device_nonces (expires_at);

-- Whose device a session belongs to; null on the web.
ALTER TABLE user_sessions ADD COLUMN identity_id INTEGER REFERENCES device_identities (id) ON DELETE CASCADE;
CREATE INDEX user_sessions_by_identity ON user_sessions (identity_id) WHERE identity_id IS NOT NULL;

INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (10, '0010_devices.sql', '31d008322c9200b68d8b1b0887c5626eda5ef6357bb8219554e89efdd634e11f', unixepoch() * 1000);
