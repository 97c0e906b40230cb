-- What lists and searches compare: both folded by the Worker (Unicode normalisation and case), which SQLite cannot do.
-- `search_text` is title, filename and description, unit separators (U+001F) between them.
ALTER TABLE images ADD COLUMN title_key TEXT NOT NULL DEFAULT '';
ALTER TABLE images ADD COLUMN search_text TEXT NOT NULL DEFAULT '';

-- Images from before this migration: SQLite folds ASCII only.
UPDATE images
SET title_key = lower(title), search_text = lower(title || char(31) || filename || char(31) || description);

-- One index a sort. The id comes last by itself; a list of both visibilities merges two ranges of the same index.
CREATE INDEX images_by_created_at ON images (user_id, visibility, created_at);
CREATE INDEX images_by_view_count ON images (user_id, visibility, view_count);
CREATE INDEX images_by_file_size ON images (user_id, visibility, file_size);
CREATE INDEX images_by_title ON images (user_id, visibility, title_key);

-- The substring index: one row for each position of an image's search text, with the 12 characters from there on, so
-- that the images of one user that contain a term are one range, whatever the term's length. It is derived from
-- `images` and kept by the triggers alone; CONTRIBUTING.md says how to drop and rebuild it.
CREATE TABLE image_suffixes (
  user_id INTEGER NOT NULL,
  suffix TEXT NOT NULL,
  image_id INTEGER NOT NULL,
  PRIMARY KEY (user_id, suffix, image_id)
) STRICT, WITHOUT ROWID;

-- The positions 0, 1, … of a text are the keys of an array with as many zeros: a trigger can have no recursive query.
CREATE TRIGGER image_suffixes_insert AFTER INSERT ON images WHEN NEW.search_text <> '' BEGIN
  INSERT INTO image_suffixes (user_id, suffix, image_id)
  SELECT DISTINCT NEW.user_id, substr(NEW.search_text, position.key + 1, 12), NEW.id
  FROM json_each('[0' || replace(hex(zeroblob(length(NEW.search_text) - 1)), '00', ',0') || ']') AS position
  WHERE substr(NEW.search_text, position.key + 1, 1) <> char(31);
END;

CREATE TRIGGER image_suffixes_delete AFTER DELETE ON images WHEN OLD.search_text <> '' BEGIN
  DELETE FROM image_suffixes
  WHERE user_id = OLD.user_id AND image_id = OLD.id AND suffix IN (
    SELECT substr(OLD.search_text, position.key + 1, 12)
    FROM json_each('[0' || replace(hex(zeroblob(length(OLD.search_text) - 1)), '00', ',0') || ']') AS position
  );
END;

-- A changed text is taken out and put in again.
CREATE TRIGGER image_suffixes_update AFTER UPDATE OF search_text ON images
WHEN OLD.search_text <> NEW.search_text BEGIN
  DELETE FROM image_suffixes
  WHERE user_id = OLD.user_id AND image_id = OLD.id AND suffix IN (
    SELECT substr(OLD.search_text, position.key + 1, 12)
    FROM json_each('[0' || replace(hex(zeroblob(length(OLD.search_text) - 1)), '00', ',0') || ']') AS position
  );
  INSERT INTO image_suffixes (user_id, suffix, image_id)
  SELECT DISTINCT NEW.user_id, substr(NEW.search_text, position.key + 1, 12), NEW.id
  FROM json_each('[0' || replace(hex(zeroblob(length(NEW.search_text) - 1)), '00', ',0') || ']') AS position
  WHERE substr(NEW.search_text, position.key + 1, 1) <> char(31);
END;

INSERT INTO image_suffixes (user_id, suffix, image_id)
SELECT DISTINCT user_id, substr(search_text, position.key + 1, 12), images.id
FROM images
CROSS JOIN json_each('[0' || replace(hex(zeroblob(length(search_text) - 1)), '00', ',0') || ']') AS position
WHERE substr(search_text, position.key + 1, 1) <> char(31);

INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (5, '0005_image_lists.sql', '2194efabedb6dbbad40984997c832c4cc7b08e77d3757c3c49f2bc06394cf38d', unixepoch() * 1000);
