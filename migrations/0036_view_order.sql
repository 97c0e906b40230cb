-- Lists of large libraries are sorted by the number of views itself. The index of a part of the images costs less than the
-- copy did, which a sweep wrote with its own index entry for each image that had been viewed in an hour. The version before
-- this one goes on sorting by the copy, without an index. A later version drops `ranked_views`.
DROP INDEX images_by_ranked_views;
CREATE INDEX images_by_view_count ON images (user_id, visibility, view_count) WHERE is_large = 1;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (36, '0036_view_order.sql', '93666ceedad1cc376f27ad8cb9ec8103569c51cad254cdfd4205eff8309d4388', unixepoch() * 1000);
