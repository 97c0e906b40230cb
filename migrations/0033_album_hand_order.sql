ALTER TABLE albums ADD COLUMN hand_order TEXT CHECK (hand_order IN ('manual', 'manual_reversed'));
INSERT INTO schema_history (position, name, sha256, applied_at)
VALUES (33, '0033_album_hand_order.sql', 'dab0c7d7f693cbb21141d4b0c9e41db3419e1bbf60b0b5dcd7a38ad56be35fae', unixepoch() * 1000);
