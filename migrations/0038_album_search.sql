ALTER TABLE albums ADD COLUMN search_title TEXT NOT NULL DEFAULT '';
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (38, '0038_album_search.sql', 'b196484b7a583dc2c52605661a6c996fd75e732c364047de3ae42491c00d93cb', unixepoch() * 1000);
