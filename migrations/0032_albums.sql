CREATE TABLE albums (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  visibility TEXT NOT NULL CHECK (visibility IN ('private', 'link', 'public')),
  image_order TEXT NOT NULL CHECK (image_order IN ('newest', 'oldest', 'manual', 'manual_reversed')),
  link TEXT UNIQUE CHECK ((link IS NULL) = (visibility = 'private')),
  expires_at INTEGER,
  cover_image_id INTEGER,
  image_count INTEGER NOT NULL DEFAULT 0 CHECK (image_count >= 0),
  request_key TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX albums_by_user ON albums (user_id);
CREATE UNIQUE INDEX albums_by_request ON albums (user_id, request_key);
CREATE TABLE album_images (
  album_id INTEGER NOT NULL REFERENCES albums (id) ON DELETE CASCADE,
  image_id INTEGER NOT NULL REFERENCES images (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  dated_at INTEGER NOT NULL,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (album_id, image_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX album_images_by_position ON album_images (album_id, position);
CREATE INDEX album_images_by_date ON album_images (album_id, dated_at);
CREATE INDEX album_images_by_image ON album_images (image_id);
ALTER TABLE users ADD COLUMN album_count INTEGER NOT NULL DEFAULT 0 CHECK (album_count >= 0);
ALTER TABLE trashed_images ADD COLUMN album_images TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(album_images));
-- Images leave in many ways, those of the version before among them.
CREATE TRIGGER album_images_delete AFTER DELETE ON album_images BEGIN
  UPDATE albums
  SET image_count = max(image_count - 1, 0), cover_image_id = nullif(cover_image_id, OLD.image_id)
  WHERE id = OLD.album_id;
END;
CREATE TRIGGER albums_delete AFTER DELETE ON albums BEGIN
  UPDATE users SET album_count = max(album_count - 1, 0) WHERE id = OLD.user_id;
END;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (32, '0032_albums.sql', '1ba4c171e5681f038ed2fed8f2695a9233c6e7e02f1ca7d5b16e5caf3f08c137', unixepoch() * 1000);
