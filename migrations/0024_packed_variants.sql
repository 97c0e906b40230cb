-- What an image has in the bucket, in one value instead of rows of image_variants: entries of about 41 bytes, described in
-- src/worker/domain/variants/packed-variants.ts. Keys follow from storage_path and the image's link. Both forms are read.
ALTER TABLE image_files ADD COLUMN storage_path TEXT;
ALTER TABLE image_files ADD COLUMN variants BLOB;
INSERT INTO tasks (name) VALUES ('pack_variants');
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (24, '0024_packed_variants.sql', '076c3c21f792c6b5d69df55b1ebd5a44cb2f194f986d17d3edc47f2b9100f9f5', unixepoch() * 1000);
