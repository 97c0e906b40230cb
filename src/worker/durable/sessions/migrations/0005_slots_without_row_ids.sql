-- A slot is a row of one tree, which an upload writes and deletes for each part.
CREATE TABLE slots (
  slot_id TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO slots (slot_id, expires_at) SELECT slot_id, expires_at FROM part_slots;
DROP TABLE part_slots;
ALTER TABLE slots RENAME TO part_slots;
