-- IF NOT EXISTS: the first objects had these tables and no record of migrations.
CREATE TABLE IF NOT EXISTS account (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  username TEXT NOT NULL,
  role TEXT NOT NULL,
  status TEXT NOT NULL,
  auth_version INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS hold (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  change_id TEXT NOT NULL,
  auth_version INTEGER NOT NULL,
  drop_sessions INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS sessions (
  session_id TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  auth_version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  forget_at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS csrf_records (
  session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL,
  recorded_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (session_id, token_hash)
) STRICT;

CREATE TABLE IF NOT EXISTS part_slots (
  slot_id TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT;
