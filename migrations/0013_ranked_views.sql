-- Lists are sorted by this copy, which a sweep keeps up with the views: while an index stood on their number, each flush
-- of views wrote twice for an image. The version before this one goes on sorting by the number, without an index.
ALTER TABLE images ADD COLUMN ranked_views INTEGER NOT NULL DEFAULT 0;
UPDATE images SET ranked_views = view_count WHERE view_count <> 0;
DROP INDEX images_by_view_count;
CREATE INDEX images_by_ranked_views ON images (user_id, visibility, ranked_views);
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (13, '0013_ranked_views.sql', '256bd0cfab0075ab714943b08a71c6b8b379f3ca563e997cb3fa87a6f8162a9d', unixepoch() * 1000);
