CREATE TABLE api_keys (
  key_id TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  start TEXT NOT NULL,
  label TEXT NOT NULL,
  scopes TEXT NOT NULL,
  visibility TEXT,
  requests_per_minute INTEGER,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER
) STRICT;
