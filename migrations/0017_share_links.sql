CREATE TABLE share_links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  image_id INTEGER NOT NULL REFERENCES images (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  ciphertext TEXT NOT NULL,
  key_id TEXT NOT NULL,
  label TEXT NOT NULL DEFAULT '',
  expires_at INTEGER,
  max_views INTEGER CHECK (max_views > 0),
  password_hash TEXT,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE INDEX share_links_by_image ON share_links (image_id);
ALTER TABLE users ADD COLUMN allowed_sites TEXT;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (17, '0017_share_links.sql', 'dfdfc87f445dc5bddfe24cf443b13ef7c591a5f7c31035ead8de2058e106d353', unixepoch() * 1000);
