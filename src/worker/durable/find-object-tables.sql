SELECT name FROM sqlite_master WHERE name NOT GLOB '_cf_*' LIMIT 1;
