ALTER TABLE images ADD COLUMN alt_text TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN share_name INTEGER NOT NULL DEFAULT 0 CHECK (share_name IN (0, 1));
ALTER TABLE users ADD COLUMN share_indexed INTEGER NOT NULL DEFAULT 0 CHECK (share_indexed IN (0, 1));
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (16, '0016_descriptions.sql', '7a23a292f06ad7b84d6c5329a4d42c80ada071b07e29a2743f90c6cdfc293a6b', unixepoch() * 1000);
