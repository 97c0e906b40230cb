-- An entry about an image names its owner. It may be cleared, like those about a person, while the owner is being erased.
DROP TRIGGER audit_log_update;
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
    OR NEW.actor_id IS OLD.actor_id AND substr(OLD.subject, 1, 6) = 'image:' AND EXISTS (
      SELECT 1 FROM users WHERE id = CAST(OLD.detail ->> 'user_id' AS INTEGER) AND status = 'deleting'
    )
  )
) BEGIN
  SELECT RAISE(ABORT, 'the audit trail only grows');
END;
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (14, '0014_audit_owners.sql', '69fa8c8f14e19aca29242b840bb6d1a737c746fa5e97d03f2e52f1864f2aa930', unixepoch() * 1000);
