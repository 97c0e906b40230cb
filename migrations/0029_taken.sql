-- A new column of a STRICT table reads all rows, and a migration is one batch of D1, of 30 s: 0034 and 0035 have the rest.
ALTER TABLE images ADD COLUMN taken_at INTEGER;
ALTER TABLE images ADD COLUMN camera TEXT;
-- Stays while the image is in the trash, and is no part of its row there.
ALTER TABLE image_files ADD COLUMN source_key BLOB;
CREATE INDEX image_files_by_source ON image_files (source_key) WHERE source_key IS NOT NULL;
ALTER TABLE upload_sessions ADD COLUMN taken TEXT CHECK (json_valid(taken));
ALTER TABLE upload_sessions ADD COLUMN source_key TEXT;
ALTER TABLE users ADD COLUMN share_camera INTEGER NOT NULL DEFAULT 0 CHECK (share_camera IN (0, 1));
ALTER TABLE users ADD COLUMN keep_location INTEGER NOT NULL DEFAULT 0 CHECK (keep_location IN (0, 1));
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (29, '0029_taken.sql', '97f872f9e407eba798fda32696239a2d83ab4cb655aadb7865d25259a26af46e', unixepoch() * 1000);
