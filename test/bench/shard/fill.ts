import { VARIANT_KINDS } from '../../../src/shared/variants.ts';
import { Database } from '../../../src/worker/db/database.ts';
import { indexLibraries } from '../../../src/worker/domain/images/index-libraries.ts';
import { textColumns } from '../../../src/worker/domain/texts/stored-texts.ts';
import { packVariants } from '../../../src/worker/domain/variants/packed-variants.ts';
import { titleOf } from '../../../src/worker/lib/base-name.ts';
import { silentLog } from '../scale/silent-log.ts';
import { SqliteRunner, type OnStatement } from '../scale/sqlite-runner.ts';
import { nameImage, randomFrom } from '../rows/names.ts';
import { sumTotals } from '../rows/sum-totals.ts';

/** Images of a library, by its owner's id. */
const LIBRARIES: readonly (readonly [owner: number, images: number])[] = [
  [1, 100],
  [2, 5000],
  [3, 5001],
  [4, 500_000],
];
const OTHERS_FROM = 5;
const IMAGES_PER_USER = 100;
/** A library that would dominate its database is left out. */
const LARGEST_SHARE = 0.5;
const NAMES = 20_000;
const IMAGES_PER_STATEMENT = 100_000;
const VARIANT_BYTES = 500_000;
export const FIRST_MS = 1_790_000_000_000;

export function librariesIn(images: number): typeof LIBRARIES {
  return LIBRARIES.filter(([, size]) => size <= images * LARGEST_SHARE);
}

/** The link of the image of an id: they are as random to an index as real ones. */
export function linkOf(id: number): string {
  return String((BigInt(id) * SCATTER) % 10n ** 12n).padStart(12, '0');
}

const SCATTER = 387_420_489n;

/**
 * Libraries of certain sizes among those of about a hundred images. The images of all come in random order; the large
 * libraries are indexed by the cron's code.
 */
export async function fillShard(
  path: string,
  images: number,
  onStatement: OnStatement,
): Promise<void> {
  const runner = new SqliteRunner(path, onStatement);
  const { file } = runner;
  file.exec(
    'PRAGMA journal_mode = OFF; CREATE TEMP TABLE names (n INTEGER PRIMARY KEY, filename, title, key, text)',
  );
  const random = randomFrom(1);
  const addName = file.prepare('INSERT INTO names VALUES (?, ?, ?, ?, ?)');
  for (let n = 0; n < NAMES; n += 1) {
    const filename = nameImage(random);
    const { titleKey, slim } = textColumns({ title: titleOf(filename), filename, description: '' });
    addName.run(n, filename, slim.title, titleKey, slim.searchText);
  }
  const users = Math.ceil(images / IMAGES_PER_USER);
  file.exec(`INSERT INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at)
    ${numbers(1, OTHERS_FROM + users)} SELECT n, 'user' || n, 'user' || n || '@example.com', '', 1 << 60, 0, 0 FROM numbers`);
  for (let from = 1; from <= images; from += IMAGES_PER_STATEMENT) {
    const chunk = numbers(from, Math.min(images, from + IMAGES_PER_STATEMENT - 1));
    file.exec(`INSERT INTO image_files (id, size, created_at, storage_path, variants)
      ${chunk} SELECT n, ${VARIANT_KINDS.length * VARIANT_BYTES}, ${FIRST_MS} + n * 1000, 'images', ${packedSql()} FROM numbers`);
    file.exec(`INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
        processing_status, view_count, width, height, file_size, published_at, created_at, updated_at, thumb_hash,
        title_key, search_text)
      ${chunk} SELECT numbers.n, ${ownerSql(images, users)}, numbers.n, printf('%012d', numbers.n * ${SCATTER} % 1000000000000), title,
        filename, iif(numbers.n % 3 = 0, 'private', 'public'), 2, 'completed', iif(numbers.n % 4, 0, numbers.n * 7919 % 5000), 4000, 3000,
        1000000 + numbers.n * 104729 % 4000000, ${FIRST_MS} + numbers.n * 1000, ${FIRST_MS} + numbers.n * 1000,
        ${FIRST_MS} + numbers.n * 1000, 'q5cFDYJ3eHh/iHd4h3iHiHeHZ3h4d3cA', key, text
      FROM numbers JOIN names ON names.n = numbers.n * ${SCATTER} % ${NAMES}`);
  }
  sumTotals(file);
  file.exec(`UPDATE site_totals SET views = (SELECT sum(view_count) FROM images);
    UPDATE users SET library_stage = 1 WHERE image_count > 5000`);
  const services = { db: new Database(runner, 'user'), log: silentLog };
  while ((await indexLibraries(services)) > 0);
  file.exec('DROP TABLE names; PRAGMA journal_mode = WAL');
  runner.close();
}

function numbers(from: number, to: number): string {
  return `WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})`;
}

/** A shuffle of the images deals them to their owners: multiplication by a prime, modulo their number. */
function ownerSql(images: number, users: number): string {
  const place = `(numbers.n * 2147483647 % ${images})`;
  let end = 0;
  const cases = librariesIn(images).map(([owner, size]) => {
    end += size;
    return `WHEN ${place} < ${end} THEN ${owner}`;
  });
  return `CASE ${cases.join(' ')} ELSE ${OTHERS_FROM} + ${place} * 7919 % ${users} END`;
}

/** Packed variants with random SHA-256s. */
function packedSql(): string {
  const sha256 = '0'.repeat(64);
  const entries = VARIANT_KINDS.map((kind) => {
    const sides = { width: 2048, height: 1536 };
    const variant = {
      kind,
      mimeType: 'image/webp',
      size: VARIANT_BYTES,
      sha256,
      ...sides,
      createdAt: 0,
    };
    return packVariants([variant], 0);
  });
  const parts = entries.flatMap((hex) => [
    `x'${hex.slice(0, 2)}'`,
    'randomblob(32)',
    `x'${hex.slice(66)}'`,
  ]);
  return `CAST(${parts.join(' || ')} AS BLOB)`;
}
