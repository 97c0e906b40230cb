import type { Statement } from '../../db/statement.ts';
import type { Services } from '../services.ts';

/** A guard with this reason ends the run: rows have changed since they were read. */
export const MOVED = 'task_moved';

export interface TaskChunk {
  /** Position of the chunk after it. */
  readonly next: number;
  /** Rows that are converted. */
  readonly rows: number;
  readonly statements: readonly Statement<unknown>[];
  /** Its batch ends the task: its statements refuse rows that have come since they were read. */
  readonly isLast?: boolean;
}

/** The chunk at a position, at most `limit` rows of any table; null when none is left. Reads only. */
export type Task = (
  services: Pick<Services, 'db'>,
  position: number,
  limit: number,
) => Promise<TaskChunk | null>;
