-- What the sweep looks for: sessions left before their last step, and rows whose time is over.
CREATE INDEX upload_sessions_in_cleanup ON upload_sessions (created_at) WHERE status = 'cleanup_pending';
CREATE INDEX upload_sessions_with_key ON upload_sessions (created_at) WHERE idempotency_key IS NOT NULL;
CREATE INDEX upload_sessions_closed ON upload_sessions (closed_at) WHERE closed_at IS NOT NULL AND erase_due_at IS NULL;
DROP INDEX upload_sessions_by_age;

INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (6, '0006_upload_sweep.sql', '927a3c1ab5824e2f1265b01556982aa8338ed36289066780f4d306cfeb9a175e', unixepoch() * 1000);
