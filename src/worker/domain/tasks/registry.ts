import { deleteOrdinaryEvents } from './delete-ordinary-events.ts';
import { packVariantRows } from './pack-variants.ts';
import { SLIM_IMAGES } from '../texts/stored-texts.ts';
import { slimImages } from './slim-images.ts';
import type { Task } from './task.ts';

/** By the name of the row that a migration inserts. A task stays until a later migration drops the old form. */
export const TASKS: Readonly<Record<string, Task>> = {
  delete_ordinary_events: deleteOrdinaryEvents,
  pack_variants: packVariantRows,
  [SLIM_IMAGES]: slimImages,
};
