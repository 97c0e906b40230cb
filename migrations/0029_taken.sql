ALTER TABLE images ADD COLUMN taken_at INTEGER;
ALTER TABLE images ADD COLUMN camera TEXT;
ALTER TABLE images ADD COLUMN exposure TEXT;
-- Of the images of the version before, too, which knows neither.
ALTER TABLE images ADD COLUMN dated_at INTEGER GENERATED ALWAYS AS (coalesce(taken_at, created_at)) VIRTUAL;
CREATE INDEX images_by_dated_at ON images (user_id, visibility, dated_at);
CREATE INDEX images_by_camera ON images (user_id, camera) WHERE is_large = 1 AND camera IS NOT NULL;
-- Stays while the image is in the trash, and is no part of its row there.
ALTER TABLE image_files ADD COLUMN source_key BLOB;
CREATE INDEX image_files_by_source ON image_files (source_key) WHERE source_key IS NOT NULL;
ALTER TABLE upload_sessions ADD COLUMN taken TEXT CHECK (json_valid(taken));
ALTER TABLE upload_sessions ADD COLUMN source_key TEXT;
ALTER TABLE users ADD COLUMN share_camera INTEGER NOT NULL DEFAULT 0 CHECK (share_camera IN (0, 1));
ALTER TABLE users ADD COLUMN keep_location INTEGER NOT NULL DEFAULT 0 CHECK (keep_location IN (0, 1));
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (29, '0029_taken.sql', 'fa1faeac2d1a29f90eced201758f0688ed6b15ef67c9508fca8bbc6efb1fce37', unixepoch() * 1000);
