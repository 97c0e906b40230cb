-- By two counts of indexes. A search for an image without a mark reads each row of the library.
DROP TRIGGER users_wait_for_marks;
CREATE TRIGGER users_wait_for_marks BEFORE UPDATE OF library_stage ON users
WHEN NEW.library_stage = 2 AND OLD.library_stage <> 2
  AND (SELECT count(*) FROM images WHERE user_id = NEW.id)
    <> (SELECT count(*) FROM images WHERE user_id = NEW.id AND is_large = 1) BEGIN
  SELECT RAISE(IGNORE);
END;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (30, '0030_count_marks.sql', '07c6e45c709d70b7c60dffdbf0f8a0f06e26bb4736d0c148202f7f7be41d076b', unixepoch() * 1000);
