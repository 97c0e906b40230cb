import { statement } from '../../db/database.ts';
import type { ConsistencyServices, Finding, Repair } from './finding.ts';

/** How long the sweep and the queue may take before what waits for them counts as stuck. */
const PATIENCE_MS = 900_000;

interface Rule {
  /** Selects `id` of everything that breaks the rule; `?1` is now less the patience, in milliseconds. */
  readonly query: string;
  readonly subject: string;
  readonly problem: string;
  readonly repair: (id: string) => Repair | null;
}

const UNDECIDED = (): null => null;

const RULES: readonly Rule[] = [
  {
    query: `SELECT id FROM image_files f
      WHERE size <> (SELECT coalesce(sum(v.size), 0) FROM image_variants v WHERE v.image_file_id = f.id)`,
    subject: 'file',
    problem: 'its size is not the sum of its variants',
    repair: (id) => ({ action: 'recount_file', imageFileId: Number(id) }),
  },
  {
    query: `SELECT id FROM image_files WHERE id NOT IN (SELECT image_file_id FROM images)`,
    subject: 'file',
    problem: 'belongs to no image',
    repair: (id) => ({ action: 'remove_file', imageFileId: Number(id) }),
  },
  {
    query: `SELECT upload_id AS id FROM upload_sessions
      WHERE status IN ('completed', 'cancelled') AND reserved_bytes <> 0`,
    subject: 'session',
    problem: 'is over and still holds a reservation',
    repair: (id) => ({ action: 'release_session', uploadId: id }),
  },
  {
    query: `SELECT upload_id AS id FROM upload_sessions
      WHERE status IN ('completed', 'cancelled') AND closed_at IS NULL`,
    subject: 'session',
    problem: 'is over without a time of closing',
    repair: UNDECIDED,
  },
  {
    query: `SELECT upload_id AS id FROM upload_sessions
      WHERE status IN ('initiated', 'uploading') AND expires_at < ?1`,
    subject: 'session',
    problem: 'expired and was not swept: is the cron running?',
    repair: UNDECIDED,
  },
  {
    query: `SELECT upload_id AS id FROM upload_sessions WHERE erase_due_at < ?1`,
    subject: 'session',
    problem: 'its objects are overdue to be erased: is the cron running?',
    repair: UNDECIDED,
  },
  {
    query: `SELECT i.id FROM images i
      WHERE i.pipeline_version = 2 AND i.processing_status IN ('pending', 'processing') AND NOT EXISTS (
        SELECT 1 FROM publication_jobs j WHERE j.image_id = i.id AND j.status IN ('queued', 'running'))`,
    subject: 'image',
    problem: 'waits to be published and no job is to come',
    repair: (id) => ({ action: 'requeue_image', imageId: Number(id) }),
  },
  {
    query: `SELECT upload_id AS id FROM upload_sessions s WHERE s.status = 'processing'
      AND NOT EXISTS (SELECT 1 FROM images i WHERE i.id = s.image_id)`,
    subject: 'session',
    problem: 'is processing an image that does not exist',
    repair: UNDECIDED,
  },
  {
    query: `SELECT id FROM publication_jobs j WHERE j.status IN ('queued', 'running')
      AND NOT EXISTS (SELECT 1 FROM upload_sessions s WHERE s.upload_id = j.upload_id AND s.status = 'processing')`,
    subject: 'job',
    problem: 'has no session in processing',
    repair: UNDECIDED,
  },
  {
    query: `SELECT id FROM publication_jobs WHERE (status = 'queued' AND run_after < ?1)
      OR (status = 'running' AND lease_expires_at < ?1)`,
    subject: 'job',
    problem: 'is overdue: is the queue running?',
    repair: UNDECIDED,
  },
  {
    query: `SELECT i.id FROM images i WHERE i.pipeline_version = 2 AND i.processing_status = 'completed'
      AND (SELECT count(*) FROM image_variants v WHERE v.image_file_id = i.image_file_id) <> 4`,
    subject: 'image',
    problem: 'is published without all of its four variants',
    repair: UNDECIDED,
  },
  {
    query: `SELECT id FROM users WHERE status = 'pending_deletion' AND deletion_due_at < ?1`,
    subject: 'user',
    problem: 'was to be deleted: is the cron running?',
    repair: UNDECIDED,
  },
  {
    query: `SELECT id FROM outbox_events WHERE kind <> 'purge' AND available_at < ?1
      AND (lease_expires_at IS NULL OR lease_expires_at < ?1)`,
    subject: 'outbox event',
    problem: 'is overdue: is the queue running?',
    repair: UNDECIDED,
  },
];

/** Looks for what contradicts itself inside the database or waits for something that will not come. */
export async function* checkWork({ db, clock }: ConsistencyServices): AsyncGenerator<Finding> {
  const overdue = clock.now() - PATIENCE_MS;
  for (const { query, subject, problem, repair } of RULES) {
    const bound = query.includes('?1') ? statement(query, overdue) : statement(query);
    for (const { id } of await db.all<{ id: number | string }>(bound)) {
      yield { subject: `${subject} ${String(id)}`, problem, repair: repair(String(id)) };
    }
  }
}
