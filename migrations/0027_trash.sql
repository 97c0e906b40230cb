-- An image in the trash has no row in `images`: no list, link or count finds it, in this version and the one before.
CREATE TABLE trashed_images (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id),
  image_file_id INTEGER NOT NULL UNIQUE REFERENCES image_files (id),
  unique_link TEXT NOT NULL UNIQUE,
  pipeline_version INTEGER NOT NULL,
  trashed_at INTEGER NOT NULL,
  erase_due_at INTEGER NOT NULL,
  image TEXT NOT NULL CHECK (json_valid(image)),
  image_tokens TEXT NOT NULL CHECK (json_valid(image_tokens)),
  share_links TEXT NOT NULL CHECK (json_valid(share_links))
) STRICT;
CREATE INDEX trashed_images_by_user ON trashed_images (user_id, erase_due_at);
CREATE INDEX trashed_images_due ON trashed_images (erase_due_at);
ALTER TABLE users ADD COLUMN trashed_count INTEGER NOT NULL DEFAULT 0 CHECK (trashed_count >= 0);
ALTER TABLE site_totals ADD COLUMN trashed_images INTEGER NOT NULL DEFAULT 0 CHECK (trashed_images >= 0);
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (27, '0027_trash.sql', 'ed14b94882e55c05e9f4d7a2572398d0e741a62172cebe0d121c771f6fb432bd', unixepoch() * 1000);
