-- A flush that began before keeps its parts: the database remembers the number of each.
ALTER TABLE books ADD COLUMN part_images INTEGER NOT NULL DEFAULT 90000;
