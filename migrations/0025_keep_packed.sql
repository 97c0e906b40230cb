-- The version before packed variants still serves, and takes an image that has them for one without bytes. Its deletions,
-- erasures of accounts and final failures of such images are refused and tried again, so that no quota drifts. Code that
-- knows packed variants empties them first.
CREATE TRIGGER image_files_keep_packed BEFORE DELETE ON image_files WHEN OLD.variants IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'the file has packed variants');
END;
CREATE TRIGGER image_files_size_packed BEFORE UPDATE OF size ON image_files
WHEN NEW.size = 0 AND NEW.variants IS NOT NULL AND length(NEW.variants) > 0 BEGIN
  SELECT RAISE(ABORT, 'the file has packed variants');
END;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (25, '0025_keep_packed.sql', '90995253fedcfd40f41e202478b57f52de39b4041edf60d2572f909be1db4a7b', unixepoch() * 1000);
