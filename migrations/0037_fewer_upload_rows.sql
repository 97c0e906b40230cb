-- Each entry of an index is a row that an upload writes. NULLs are distinct, so the unique index needs no condition and finds all
-- sessions of a user. The sweep deletes a session whose key has expired, and frees none before. The sessions that count as
-- active are all unclosed. The jobs of an upload are those of its image.
DROP INDEX upload_sessions_by_user;
CREATE UNIQUE INDEX upload_sessions_by_user ON upload_sessions (user_id, idempotency_key);
DROP INDEX upload_sessions_by_key;
DROP INDEX upload_sessions_with_key;
CREATE INDEX upload_sessions_unclosed ON upload_sessions (user_id) WHERE closed_at IS NULL;
DROP INDEX upload_sessions_open;
DROP INDEX publication_jobs_by_upload;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (37, '0037_fewer_upload_rows.sql', 'f59efa013b91f52916424b76764fadef6789f372e2d6abf17df12fbeb8722e06', unixepoch() * 1000);
