import { and, eq, inArray } from 'drizzle-orm';
import { KeyRanges } from '../../db/key-ranges.ts';
import { notExistsIn } from '../../db/query.ts';
import { imageFiles, images } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { IMAGE_RANGES } from '../accounting/counts.ts';
import { rowsWhere, type RuleGroup } from './work-rule.ts';

const FILE_RANGES = new KeyRanges(imageFiles.id);

export const FILE_RULES: RuleGroup = {
  ranges: FILE_RANGES,
  rules: [
    {
      subject: 'file',
      problem: 'belongs to no image',
      select: rowsWhere(FILE_RANGES, () =>
        notExistsIn(images, eq(images.imageFileId, imageFiles.id)),
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
