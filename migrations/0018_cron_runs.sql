CREATE TABLE cron_runs (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  parts TEXT NOT NULL CHECK (json_valid(parts))
) STRICT;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (18, '0018_cron_runs.sql', '46d4b3c8d955995aa36e5425cf768507a27c749606524cb1b40efec82688ef3e', unixepoch() * 1000);
