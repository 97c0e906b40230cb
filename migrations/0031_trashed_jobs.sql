ALTER TABLE trashed_images ADD COLUMN publication_jobs TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(publication_jobs));
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (31, '0031_trashed_jobs.sql', 'a9bb1383fe2f92b87bd60afc70b675f228657f17b12ca6e1919a1084dac9a608', unixepoch() * 1000);
