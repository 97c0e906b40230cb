-- 1. Only images of large libraries are in the substring index and in the order of ranks: those that are marked by
--    `is_large`. The marks of a library are complete when its stage is 2. Stage 1 is a library that becomes large or
--    small; it is walked.
-- 2. A title that is the filename without its extension is '', and so is a search text that is the filename in lower
--    case (src/worker/domain/texts/stored-texts.ts).
-- The task converts images in the order of their ids. Images that it has not reached, and new ones until it is done, have
-- the old form, which the version before this one reads: whole texts, and rows of image_suffixes in every library.
ALTER TABLE images ADD COLUMN is_large INTEGER NOT NULL DEFAULT 0 CHECK (is_large IN (0, 1));
DROP INDEX images_by_ranked_views;
CREATE INDEX images_by_ranked_views ON images (user_id, visibility, ranked_views) WHERE is_large = 1;

-- Their images are marked by the cron.
UPDATE users SET library_stage = 1 WHERE library_stage = 2;
CREATE TRIGGER users_wait_for_marks BEFORE UPDATE OF library_stage ON users
WHEN NEW.library_stage = 2 AND OLD.library_stage <> 2
  AND EXISTS (SELECT 1 FROM images WHERE user_id = NEW.id AND is_large = 0) BEGIN
  SELECT RAISE(IGNORE);
END;
CREATE TRIGGER images_mark_large AFTER INSERT ON images
WHEN NEW.is_large = 0 AND (SELECT library_stage FROM users WHERE id = NEW.user_id) > 0 BEGIN
  UPDATE images SET is_large = 1, ranked_views = view_count WHERE id = NEW.id;
END;

-- The first 320 positions of each text, with the 12 characters from there on. A unit separator alone stands for the rest
-- of a longer text.
CREATE VIEW image_positions (image_id, user_id, suffix) AS
WITH texts AS (
  SELECT id, user_id, iif(search_text = '', lower(filename), search_text) AS content FROM images
)
SELECT texts.id, user_id, substr(content, position.key + 1, 12)
FROM texts CROSS JOIN json_each('[0' || replace(hex(zeroblob(min(length(content), 320) - 1)), '00', ',0') || ']') AS position
WHERE substr(content, position.key + 1, 1) NOT IN (char(31), '')
UNION ALL
SELECT id, user_id, char(31) FROM texts WHERE length(content) > 320;

DROP TRIGGER image_suffixes_insert;
DROP TRIGGER image_suffixes_update;
DROP TRIGGER image_suffixes_delete;
CREATE TRIGGER image_suffixes_insert AFTER INSERT ON images
WHEN NEW.is_large = 1 OR EXISTS (SELECT 1 FROM tasks WHERE name = 'slim_images' AND done_at IS NULL AND position < NEW.id) BEGIN
  INSERT OR IGNORE INTO image_suffixes (user_id, suffix, image_id)
  SELECT user_id, suffix, image_id FROM image_positions WHERE image_id = NEW.id;
END;
CREATE TRIGGER image_suffixes_delete BEFORE DELETE ON images
WHEN OLD.is_large = 1 OR EXISTS (SELECT 1 FROM tasks WHERE name = 'slim_images' AND done_at IS NULL AND position < OLD.id) BEGIN
  DELETE FROM image_suffixes WHERE user_id = OLD.user_id AND image_id = OLD.id
    AND suffix IN (SELECT suffix FROM image_positions WHERE image_id = OLD.id);
END;
CREATE TRIGGER image_suffixes_leave BEFORE UPDATE OF search_text, is_large ON images
WHEN iif(OLD.search_text = '', lower(OLD.filename), OLD.search_text) <> iif(NEW.search_text = '', lower(NEW.filename), NEW.search_text)
  OR NOT (NEW.is_large = 1 OR EXISTS (SELECT 1 FROM tasks WHERE name = 'slim_images' AND done_at IS NULL AND position < NEW.id)) BEGIN
  DELETE FROM image_suffixes WHERE user_id = OLD.user_id AND image_id = OLD.id
    AND suffix IN (SELECT suffix FROM image_positions WHERE image_id = OLD.id);
END;
CREATE TRIGGER image_suffixes_enter AFTER UPDATE OF search_text, is_large ON images
WHEN NEW.is_large = 1 OR EXISTS (SELECT 1 FROM tasks WHERE name = 'slim_images' AND done_at IS NULL AND position < NEW.id) BEGIN
  INSERT OR IGNORE INTO image_suffixes (user_id, suffix, image_id)
  SELECT user_id, suffix, image_id FROM image_positions WHERE image_id = NEW.id;
END;

INSERT INTO tasks (name, done_at) SELECT 'slim_images', iif(EXISTS (SELECT 1 FROM images), NULL, unixepoch() * 1000);
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (26, '0026_slim_images.sql', '64d9a379a52790e402ed2c9635f4c64460136b785f4f63b2c5dd2ad91b7d6ca9', unixepoch() * 1000);
