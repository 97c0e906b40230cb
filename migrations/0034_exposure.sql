ALTER TABLE images ADD COLUMN exposure TEXT;
-- Of the images of the version before, too, which knows neither.
ALTER TABLE images ADD COLUMN dated_at INTEGER GENERATED ALWAYS AS (coalesce(taken_at, created_at)) VIRTUAL;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (34, '0034_exposure.sql', '0f0ae3b15a8e09ee633f29b7e01b983557fea3acdfcb11d0210d8a25f1befc69', unixepoch() * 1000);
