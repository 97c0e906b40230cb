CREATE INDEX users_administrators ON users (id) WHERE role = 'admin';

-- How many users there are in ranges of 32, 256, 2048 … ids: the page of a list that begins with the millionth user is
-- found without reading the users before it. Ids have gaps where accounts were erased.
CREATE TABLE user_counts (
  level INTEGER NOT NULL,
  node INTEGER NOT NULL,
  users INTEGER NOT NULL CHECK (users >= 0),
  PRIMARY KEY (level, node)
) STRICT, WITHOUT ROWID;
INSERT INTO user_counts (level, node, users) SELECT 1, id >> 5, count(*) FROM users GROUP BY id >> 5;
INSERT INTO user_counts (level, node, users) SELECT 2, id >> 8, count(*) FROM users GROUP BY id >> 8;
INSERT INTO user_counts (level, node, users) SELECT 3, id >> 11, count(*) FROM users GROUP BY id >> 11;
INSERT INTO user_counts (level, node, users) SELECT 4, id >> 14, count(*) FROM users GROUP BY id >> 14;
INSERT INTO user_counts (level, node, users) SELECT 5, id >> 17, count(*) FROM users GROUP BY id >> 17;
CREATE TRIGGER user_counts_insert AFTER INSERT ON users BEGIN
  INSERT INTO user_counts (level, node, users)
  VALUES (1, NEW.id >> 5, 1), (2, NEW.id >> 8, 1), (3, NEW.id >> 11, 1), (4, NEW.id >> 14, 1), (5, NEW.id >> 17, 1)
  ON CONFLICT (level, node) DO UPDATE SET users = users + 1;
END;
CREATE TRIGGER user_counts_delete AFTER DELETE ON users BEGIN
  UPDATE user_counts SET users = max(users - 1, 0)
  WHERE (level, node) IN
    (VALUES (1, OLD.id >> 5), (2, OLD.id >> 8), (3, OLD.id >> 11), (4, OLD.id >> 14), (5, OLD.id >> 17));
END;

-- Sessions end in many ways, with their user's row among them: triggers miss none. A count that is too low already
-- keeps nobody from ending one.
ALTER TABLE site_totals ADD COLUMN sessions INTEGER NOT NULL DEFAULT 0 CHECK (sessions >= 0);
UPDATE site_totals SET sessions = (SELECT count(*) FROM user_sessions);
CREATE TRIGGER user_sessions_insert AFTER INSERT ON user_sessions BEGIN
  UPDATE site_totals SET sessions = sessions + 1;
END;
CREATE TRIGGER user_sessions_delete AFTER DELETE ON user_sessions BEGIN
  UPDATE site_totals SET sessions = max(sessions - 1, 0);
END;

-- The audit trail only grows. What names a person may be cleared while that person's account is being erased.
CREATE TRIGGER audit_log_delete BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit trail only grows');
END;
-- INSERT OR REPLACE deletes without the trigger above.
CREATE TRIGGER audit_log_insert BEFORE INSERT ON audit_log
WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'the audit trail only grows');
END;
CREATE TRIGGER audit_log_update BEFORE UPDATE ON audit_log
WHEN NOT (
  NEW.id = OLD.id AND NEW.action = OLD.action AND NEW.subject = OLD.subject AND NEW.created_at = OLD.created_at
  AND NEW.detail IN (OLD.detail, '{}') AND (NEW.actor_id IS NULL OR NEW.actor_id IS OLD.actor_id)
  AND (
    EXISTS (SELECT 1 FROM users WHERE id = OLD.actor_id AND status = 'deleting')
    OR NEW.actor_id IS OLD.actor_id AND EXISTS (
      SELECT 1 FROM users
      WHERE id = CAST(substr(OLD.subject, 6) AS INTEGER) AND OLD.subject = 'user:' || id AND status = 'deleting'
    )
  )
) BEGIN
  SELECT RAISE(ABORT, 'the audit trail only grows');
END;

-- One row a day, written by the sweep.
CREATE TABLE daily_totals (
  day TEXT PRIMARY KEY,
  users INTEGER NOT NULL,
  images INTEGER NOT NULL,
  storage_used INTEGER NOT NULL,
  views INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (11, '0011_administration.sql', '0ea64975cad15f8adf5a8301fa0ecc9416edf6f71f8eb274c5c1d1eecabb4e12', unixepoch() * 1000);
