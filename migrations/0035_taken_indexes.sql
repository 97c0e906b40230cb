CREATE INDEX images_by_dated_at ON images (user_id, visibility, dated_at);
CREATE INDEX images_by_camera ON images (user_id, camera) WHERE is_large = 1 AND camera IS NOT NULL;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (35, '0035_taken_indexes.sql', '3fdbe6487e2774eb425e744e294594fda15826c792951e15038a29d0cc0dec57', unixepoch() * 1000);
