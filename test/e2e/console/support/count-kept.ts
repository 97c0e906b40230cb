import type { Page } from 'playwright-core';
import { inDatabase } from './page-database.ts';

/** Counts the stored items, files, sets of parts and tickets. */
export const countKept = (page: Page): Promise<number[]> =>
  inDatabase(
    page,
    'tintype-uploads',
    `const names = ['items', 'sources', 'parts', 'tickets'];
    const counts = names.map((name) => store(name).count());
    return () => counts.map(({ result }) => result);`,
  );
