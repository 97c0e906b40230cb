ALTER TABLE users ADD COLUMN share_full_size INTEGER NOT NULL DEFAULT 0 CHECK (share_full_size IN (0, 1));
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (20, '0020_full_size.sql', '40318dc4445d30d33827caa0b8a3e6a0849c5a010468190f579e654342024efe', unixepoch() * 1000);
