import { recordErrors } from './error-log.ts';
import { seedProcessingImage, seedUser } from './images.ts';
import { poisonRows, type RowsToPoison } from './poison-rows.ts';
import { readRows, runBatch, statement } from './sql.ts';
import type { TestWorker } from './worker.ts';

/** Inserts rows of every kind that the sweep processes, breaks them, and reads the log of their failures. */
export const createSweepRows = (worker: TestWorker) => {
  const { services, lines } = recordErrors(worker);

  const run = (text: string, ...values: (string | number)[]) =>
    runBatch(worker.services.db, [statement(text, ...values)]);

  const count = async (text: string, ...values: (string | number)[]): Promise<number> => {
    const [row] = await readRows<{ n: number }>(services.db, statement(text, ...values));
    return row?.n ?? Number.NaN;
  };

  const poison = (...rows: RowsToPoison) => poisonRows(worker.env.DB, ...rows);

  const rowsThatFailed = (part: string): unknown[] =>
    lines
      .filter((line) => line.event === 'sweep_row_failed' && line['part'] === part)
      .map(({ row }) => row);

  /** An upload session in a state; every timestamp is `due`. */
  const addUpload = async (
    uploadId: string,
    status: string,
    due: number,
    columns: Record<string, string | number> = {},
  ): Promise<string> => {
    const row: Record<string, string | number> = {
      upload_id: uploadId,
      user_id: await seedUser(worker),
      manifest_sha256: '',
      status,
      filename: '',
      visibility: 'public',
      processor_version: '',
      recipe_version: '',
      source_mime_type: '',
      source_width: 1,
      source_height: 1,
      unique_link: uploadId,
      reserved_bytes: 0,
      created_at: due,
      expires_at: due,
      ...columns,
    };
    const names = Object.keys(row);
    await run(
      `INSERT INTO upload_sessions (${names.join()}) VALUES (${names.map(() => '?').join()})`,
      ...Object.values(row),
    );
    return uploadId;
  };

  const addSession = async (sessionId: string, due: number): Promise<string> => {
    const userId = await seedUser(worker);
    await run(
      `INSERT INTO user_sessions (session_id, user_id, kind, created_at, expires_at)
       VALUES (?, ?, 'web', 0, ?)`,
      sessionId,
      userId,
      due,
    );
    return sessionId;
  };

  const addIdentity = async (name: string, due: number): Promise<number> => {
    const userId = await seedUser(worker);
    const hash = name.padEnd(64, '-');
    await run(
      `INSERT INTO device_identities
         (user_id, token_hash, device_id, name, platform, created_at, last_used_at, expires_at)
       VALUES (?, ?, '', '', 'android', 0, 0, ?)`,
      userId,
      hash,
      due,
    );
    const [row] = await readRows<{ id: number }>(
      worker.services.db,
      statement('SELECT id FROM device_identities WHERE token_hash = ?', hash),
    );
    return row?.id ?? 0;
  };

  const addNonce = async (name: string, due: number): Promise<string> => {
    const identityId = await addIdentity(name, Number.MAX_SAFE_INTEGER);
    const hash = name.padEnd(64, '-');
    await run('INSERT INTO device_nonces VALUES (?, ?, ?)', identityId, hash, due);
    return hash;
  };

  const addInvitation = async (name: string, due: number): Promise<number> => {
    const hash = name.padEnd(64, '-');
    await run(
      'INSERT INTO invitations (token_hash, created_at, expires_at) VALUES (?, 0, ?)',
      hash,
      due,
    );
    return count('SELECT id AS n FROM invitations WHERE token_hash = ?', hash);
  };

  const addJob = async (status: string, due: number): Promise<number> => {
    const { jobId } = await seedProcessingImage(worker);
    await run(
      'UPDATE publication_jobs SET status = ?, run_after = ?, updated_at = ? WHERE id = ?',
      status,
      due,
      due,
      jobId,
    );
    return jobId;
  };

  const addAccount = async (status: string, due: number): Promise<number> => {
    const userId = await seedUser(worker);
    await run('UPDATE users SET status = ?, deletion_due_at = ? WHERE id = ?', status, due, userId);
    return userId;
  };

  /** Of a user of its own. */
  const addTrashed = async (due: number): Promise<number> => {
    const userId = await seedUser(worker);
    await run('UPDATE users SET trashed_count = 1 WHERE id = ?', userId);
    await run('UPDATE site_totals SET trashed_images = trashed_images + 1');
    await run('INSERT INTO image_files (id, size, created_at) VALUES (?, 0, 0)', userId);
    await run(
      `INSERT INTO trashed_images (id, user_id, image_file_id, unique_link, pipeline_version, trashed_at,
         erase_due_at, image, image_tokens, share_links)
       VALUES (?1, ?1, ?1, 'link' || ?1, 2, 0, ?2, '{}', '[]', '[]')`,
      userId,
      due,
    );
    return userId;
  };

  return {
    services,
    lines,
    run,
    count,
    poison,
    rowsThatFailed,
    addUpload,
    addSession,
    addIdentity,
    addNonce,
    addInvitation,
    addJob,
    addAccount,
    addTrashed,
  };
};

export type SweepRows = ReturnType<typeof createSweepRows>;
