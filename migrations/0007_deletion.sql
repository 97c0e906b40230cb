-- What an account that is to be deleted may still download. The row is there while the lock lasts, and only falls.
CREATE TABLE download_allowances (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  image_bytes_left INTEGER NOT NULL CHECK (image_bytes_left >= 0),
  archive_volumes_left INTEGER NOT NULL CHECK (archive_volumes_left >= 0)
) STRICT;

-- How a person's rows are found when the account is erased.
CREATE INDEX upload_sessions_by_user ON upload_sessions (user_id);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_log_by_subject ON audit_log (subject);
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (7, '0007_deletion.sql', 'ee0457f883f5cb016965a442542295d85097e64fd76d3dbcc1e38b54d99c2e92', unixepoch() * 1000);
