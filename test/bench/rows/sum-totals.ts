import type { DatabaseSync } from 'node:sqlite';

/** What `runLives` leaves out: the bytes of users, and the totals of the site. */
export function sumTotals(db: DatabaseSync): void {
  db.exec(`
    WITH own AS (
      SELECT user_id, count(*) AS images, sum(size) AS bytes
      FROM images JOIN image_files ON image_files.id = image_file_id GROUP BY user_id)
    UPDATE users SET image_count = own.images, storage_used = own.bytes FROM own WHERE own.user_id = users.id;
    UPDATE site_totals SET (users, active_users, images, storage_used) =
      (SELECT count(*), count(*), sum(image_count), sum(storage_used) FROM users)`);
}
