-- Small libraries are sorted by the exact number of views, so that their views write no rank. 0: small, 1: large, but not
-- ranked yet, 2: ranked. Libraries that are large already are ranked by the version before this one.
ALTER TABLE users ADD COLUMN library_stage INTEGER NOT NULL DEFAULT 0 CHECK (library_stage IN (0, 1, 2));
UPDATE users SET library_stage = 2 WHERE image_count >= 5000;
CREATE INDEX users_to_rank ON users (id) WHERE library_stage = 1;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (23, '0023_large_libraries.sql', '28abc32d4649ff73966553b43a21c99a8847b4cf1603a0045178c522b7da693a', unixepoch() * 1000);
