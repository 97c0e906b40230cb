-- A purge that covers an earlier one of the same link takes its place.
CREATE INDEX outbox_purges ON outbox_events (payload) WHERE kind = 'purge';

-- The Worker searches the first 320 characters of an image's texts from here on; each is a row of the substring index,
-- which follows by its triggers.
UPDATE images SET search_text = substr(search_text, 1, 320) WHERE length(search_text) > 320;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (9, '0009_bounds.sql', 'dd081e9d86cd53bb9645a09cb1815b914baeabf2468378ca7c9dc61d4e013cf1', unixepoch() * 1000);
