import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/clock.ts';
import { KeyRanges } from '../../db/key-ranges.ts';
import { existsIn, notExistsIn } from '../../db/query.ts';
import { imageFiles, images } from '../../db/schema/images.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { IMAGE_RANGES, TRASH_RANGES } from '../accounting/counts.ts';
import { rowsWhere, type RuleGroup } from './work-rule.ts';

const FILE_RANGES = new KeyRanges(imageFiles.id);

export const FILE_RULES: RuleGroup = {
  ranges: FILE_RANGES,
  rules: [
    {
      subject: 'file',
      problem: 'belongs to no image',
      select: rowsWhere(FILE_RANGES, () =>
        and(
          notExistsIn(images, eq(images.imageFileId, imageFiles.id)),
          notExistsIn(trashedImages, eq(trashedImages.imageFileId, imageFiles.id)),
        ),
      ),
      repair: (id) => ({ action: 'remove_file', imageFileId: Number(id) }),
    },
  ],
};

export const IMAGE_RULES: RuleGroup = {
  ranges: IMAGE_RANGES,
  rules: [
    {
      subject: 'image',
      problem: 'waits to be published and no job is to come',
      select: rowsWhere(IMAGE_RANGES, () =>
        and(
          inArray(images.processingStatus, ['pending', 'processing']),
          notExistsIn(
            publicationJobs,
            and(
              eq(publicationJobs.imageId, images.id),
              eq(publicationJobs.kind, 'publish'),
              inArray(publicationJobs.status, ['queued', 'running']),
            ),
          ),
        ),
      ),
      repair: (id) => ({ action: 'requeue_image', imageId: Number(id) }),
    },
  ],
};

export const TRASH_RULES: RuleGroup = {
  ranges: TRASH_RANGES,
  rules: [
    {
      // Of a backup that was made while the image was restored or thrown away.
      subject: 'trashed image',
      problem: 'is in the library as well',
      select: rowsWhere(TRASH_RANGES, () => existsIn(images, eq(images.id, trashedImages.id))),
      repair: (id) => ({ action: 'forget_trashed', imageId: Number(id) }),
    },
    {
      subject: 'trashed image',
      problem: 'was to be erased: is the cron running?',
      // An emptied trash may take a while.
      select: rowsWhere(TRASH_RANGES, (overdue) =>
        lt(trashedImages.eraseDueAt, sql`${overdue} - ${DAY_MS}`),
      ),
    },
  ],
};
