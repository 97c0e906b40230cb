SELECT name FROM sqlite_master WHERE name = 'object_migrations';
