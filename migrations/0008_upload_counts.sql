-- The metrics count the sessions of each status, up to a number, and look for the oldest. Those in cleanup_pending have
-- an index of their own; as the condition stands in no other statement, this one is in no other plan either.
CREATE INDEX upload_sessions_by_status ON upload_sessions (status, created_at) WHERE status <> 'cleanup_pending';

INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (8, '0008_upload_counts.sql', '6dc7313217720662cd2f41816fce4384f40219a159a68ecd4c1c4c83506cc736', unixepoch() * 1000);
