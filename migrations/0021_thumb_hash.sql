ALTER TABLE images ADD COLUMN thumb_hash TEXT;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (21, '0021_thumb_hash.sql', '15aa41aad915c4751e6bacb52b3325caa057b5b8570dfb636f8efc7af203e7d0', unixepoch() * 1000);
