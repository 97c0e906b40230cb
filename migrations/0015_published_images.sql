-- An image is published by one statement and withdrawn by several, some of the version before this one: triggers miss
-- none. A count that is too low keeps nobody from deleting an image.
ALTER TABLE site_totals ADD COLUMN published_images INTEGER NOT NULL DEFAULT 0 CHECK (published_images >= 0);
UPDATE site_totals SET published_images = (SELECT count(*) FROM images WHERE processing_status = 'completed');
CREATE TRIGGER images_published_insert AFTER INSERT ON images WHEN NEW.processing_status = 'completed' BEGIN
  UPDATE site_totals SET published_images = published_images + 1;
END;
CREATE TRIGGER images_published_update AFTER UPDATE OF processing_status ON images
WHEN (NEW.processing_status = 'completed') <> (OLD.processing_status = 'completed') BEGIN
  UPDATE site_totals
  SET published_images = max(published_images + iif(NEW.processing_status = 'completed', 1, -1), 0);
END;
CREATE TRIGGER images_published_delete AFTER DELETE ON images WHEN OLD.processing_status = 'completed' BEGIN
  UPDATE site_totals SET published_images = max(published_images - 1, 0);
END;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (15, '0015_published_images.sql', '0f968d5dde05f1943fe4c3e55cc1a9613df8d2b50e0cccdf9fe9694395f7f1a3', unixepoch() * 1000);
