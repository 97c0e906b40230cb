ALTER TABLE users ADD COLUMN last_seen_at INTEGER;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (28, '0028_last_seen.sql', '6996e9e588bd6dd96d7f140a3994e6d5d44c2f3299e7ff50a9ffe108f111c705', unixepoch() * 1000);
