import type { DatabaseSync } from 'node:sqlite';
import { VARIANT_KINDS } from '../../../src/shared/variants.ts';
import { titleOf } from '../../../src/worker/lib/base-name.ts';
import { textColumns } from '../../../src/worker/domain/texts/stored-texts.ts';
import { packVariants } from '../../../src/worker/domain/variants/packed-variants.ts';
import { variantKey } from '../../../src/worker/storage/keys.ts';
import { nameImage, randomFrom } from './names.ts';

/** Rows as version 2.1.0 wrote them, or as they are written now. */
export type Form = 'before' | 'after';

/** Of one commit, in which images of many users are born, published and forgotten. */
const IMAGES_PER_COMMIT = 1000;
const FIRST_MS = 1_790_000_000_000;
const LINK_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const OLD_TEXT_MAX = 320;

/**
 * Each image is born pending and grows when it is published; its upload's rows are forgotten. Users come in random order,
 * all alike unless `drawOwner` says otherwise.
 */
export function runLives(
  db: DatabaseSync,
  form: Form,
  images: number,
  users: number,
  drawOwner = (random: () => number) => 1 + Math.floor(random() * users),
): void {
  const random = randomFrom(1);
  const write = prepare(db);
  for (let user = 1; user <= users; user += 1)
    write.user.run(user, `user${user}`, `user${user}@example.com`);
  for (let from = 1; from <= images; from += IMAGES_PER_COMMIT) {
    db.exec('BEGIN');
    const to = Math.min(images, from + IMAGES_PER_COMMIT - 1);
    const born = [];
    for (let id = from; id <= to; id += 1) born.push(bear(write, form, id, random, drawOwner));
    for (const publish of born) publish();
    write.forget.run();
    db.exec('COMMIT');
  }
}

type Writes = ReturnType<typeof prepare>;

/** Returns its publication. */
function bear(
  write: Writes,
  form: Form,
  id: number,
  random: () => number,
  drawOwner: (random: () => number) => number,
): () => void {
  const [filename, userId, now] = [nameImage(random), drawOwner(random), FIRST_MS + id * 1000];
  const link = Array.from({ length: 12 }, () => LINK_CHARACTERS[Math.floor(random() * 62)]).join(
    '',
  );
  const texts = textColumns({ title: titleOf(filename), filename, description: '' });
  const { title, searchText } = form === 'before' ? texts.whole : texts.slim;
  const variants = VARIANT_KINDS.map((kind) => ({
    kind,
    objectKey: variantKey('images', link, kind),
    mimeType: 'image/webp',
    size: 20_000 + Math.floor(random() * 3e6),
    sha256: randomHex(random),
    width: 2048 + Math.floor(random() * 4000),
    height: 1536 + Math.floor(random() * 3000),
    createdAt: now,
  }));
  const size = variants.reduce((sum, variant) => sum + variant.size, 0);
  const pack = (list: typeof variants) => (form === 'before' ? null : packVariants(list, now));
  const add = (list: typeof variants): void => {
    if (form === 'after') return;
    for (const v of list)
      write.variant.run(
        id,
        v.kind,
        v.objectKey,
        v.mimeType,
        v.size,
        v.sha256,
        v.width,
        v.height,
        now,
      );
  };
  const parts = variants.filter(({ kind }) => kind !== 'publish');
  write.session.run(`u${id}`, userId, link, filename, now);
  write.file.run(id, size, now);
  if (form === 'after') write.packed.run('images', pack(parts), id);
  const [{ width, height, size: fileSize } = { width: 1, height: 1, size: 1 }] = variants;
  write.image.run(
    id,
    userId,
    id,
    link,
    title,
    filename,
    width,
    height,
    fileSize,
    now,
    now,
    texts.titleKey,
    searchText.slice(0, OLD_TEXT_MAX),
  );
  if (form === 'after') {
    write.source.run(randomHex(random).slice(0, 32), id);
    if (/\.jpg$/iu.test(filename)) write.taken.run(now - Math.floor(random() * 1e11), id);
  }
  add(parts);
  write.count.run(userId);
  write.job.run(id, `u${id}`, now);
  if (form === 'before') write.event.run(id, 'queued', now);
  return () => {
    const at = now + 4000;
    write.published.run(at, at, 'q5cFDYJ3eHh/iHd4h3iHiHeHZ3h4d3cA', id);
    add(variants.filter(({ kind }) => kind === 'publish'));
    if (form === 'after') write.packed.run('images', pack(variants), id);
    else write.event.run(id, 'published', at);
  };
}

function randomHex(random: () => number): string {
  return Array.from({ length: 8 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
}

function prepare(db: DatabaseSync) {
  const isPacked =
    db.prepare("SELECT 1 FROM pragma_table_info('image_files') WHERE name = 'variants'").get() !==
    undefined;
  return {
    user: db.prepare(
      "INSERT INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at) VALUES (?, ?, ?, printf('%.97c', 'x'), 1, 1790000000000, 1790000000000)",
    ),
    session: db.prepare(
      "INSERT INTO upload_sessions (upload_id, user_id, manifest_sha256, status, unique_link, filename, visibility, processor_version, recipe_version, source_mime_type, source_width, source_height, reserved_bytes, created_at, expires_at) VALUES (?, ?, printf('%.64c', '0'), 'processing', ?, ?, 'public', '2.0.0', '2', 'image/jpeg', 4000, 3000, 0, ?, 0)",
    ),
    file: db.prepare('INSERT INTO image_files (id, size, created_at) VALUES (?, ?, ?)'),
    packed: isPacked
      ? db.prepare('UPDATE image_files SET storage_path = ?, variants = unhex(?) WHERE id = ?')
      : db.prepare('SELECT ?, ?, ?'),
    image: db.prepare(
      "INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version, processing_status, width, height, file_size, created_at, updated_at, title_key, search_text) VALUES (?, ?, ?, ?, ?, ?, 'public', 2, 'pending', ?, ?, ?, ?, ?, ?, ?)",
    ),
    taken: isPacked
      ? db.prepare(
          `UPDATE images SET taken_at = ?, camera = 'Canon EOS R5' || char(31) || 'RF85mm F1.2 L USM',
             exposure = '[0.004,1.8,400,85,120]' WHERE id = ?`,
        )
      : db.prepare('SELECT ?, ?'),
    source: isPacked
      ? db.prepare('UPDATE image_files SET source_key = unhex(?) WHERE id = ?')
      : db.prepare('SELECT ?, ?'),
    variant: db.prepare(
      'INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    count: db.prepare('UPDATE users SET image_count = image_count + 1 WHERE id = ?'),
    job: db.prepare(
      "INSERT INTO publication_jobs (image_id, upload_id, status, run_after, created_at, updated_at) VALUES (?1, ?2, 'queued', ?3, ?3, ?3)",
    ),
    event: db.prepare(
      'INSERT INTO processing_events (image_id, event, created_at) VALUES (?, ?, ?)',
    ),
    published: db.prepare(
      "UPDATE images SET processing_status = 'completed', published_at = ?, updated_at = ?, thumb_hash = ? WHERE id = ?",
    ),
    forget: { run: () => db.exec('DELETE FROM publication_jobs; DELETE FROM upload_sessions') },
  };
}
