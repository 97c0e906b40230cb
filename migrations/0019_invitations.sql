-- A row keeps only the SHA-256 of its token. The token is not signed: the operator's shell, which has no key ring, makes
-- some, and an invitation may outlive the ring's keys.
CREATE TABLE invitations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  label TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin')),
  storage_quota INTEGER CHECK (storage_quota >= 0),
  max_uses INTEGER CHECK (max_uses > 0),
  uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
  created_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  withdrawn_at INTEGER
) STRICT;
CREATE INDEX invitations_by_maker ON invitations (created_by) WHERE created_by IS NOT NULL;

-- The latest link of each account. Every change of password, role or status deletes it in its batch.
CREATE TABLE password_resets (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  expires_at INTEGER NOT NULL
) STRICT;

ALTER TABLE users ADD COLUMN image_limit INTEGER CHECK (image_limit >= 0);
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (19, '0019_invitations.sql', '23ffae66eccdfd9aaa5b3683c4f83401ff08c4a76e0d1f49b0f95b2e425e05d1', unixepoch() * 1000);
