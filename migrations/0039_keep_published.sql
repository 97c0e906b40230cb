-- The version before packed variants erases what a closed upload may have left in the bucket, but for objects with a row of
-- image_variants. It would erase those of an image with packed variants: at once when its sweep closes the upload of a
-- published image, and in the last erasure after it. Its last run may still go on beside the new version, for up to 15
-- minutes. This version sets a later erasure, and closes the uploads that the other one may not. A later version drops this.
CREATE TRIGGER upload_sessions_keep_packed BEFORE UPDATE OF status ON upload_sessions
WHEN OLD.status = 'cleanup_pending' AND NEW.status = 'completed' AND NEW.erase_due_at < NEW.closed_at + 900000 BEGIN
  SELECT RAISE(IGNORE);
END;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (39, '0039_keep_published.sql', 'd58d11f115ffb02ea11de00a0ead01bd15c07aed1f64fc6ed5191e49c70e637a', unixepoch() * 1000);
