import { deleteOrdinaryEvents } from './delete-ordinary-events.ts';
import { packVariantRows } from './pack-variants.ts';
import type { Task } from './task.ts';

/** By the name of the row that a migration inserts. A task stays until a later migration drops the old form. */
export const TASKS: Readonly<Record<string, Task>> = {
  delete_ordinary_events: deleteOrdinaryEvents,
  pack_variants: packVariantRows,
};
