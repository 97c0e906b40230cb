-- A row has the counts of several isolates, each with its last number.
ALTER TABLE batches ADD COLUMN heard TEXT NOT NULL DEFAULT '[]';
UPDATE batches SET heard = json_array(json_array(isolate_id, sequence, seen_at)) WHERE isolate_id <> '';
ALTER TABLE batches DROP COLUMN isolate_id;
ALTER TABLE batches DROP COLUMN sequence;
ALTER TABLE batches DROP COLUMN seen_at;
