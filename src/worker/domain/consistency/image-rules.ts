import { and, count, eq, inArray, ne, sql } from 'drizzle-orm';
import { KeyRanges } from '../../db/key-ranges.ts';
import { notExistsIn, query } from '../../db/query.ts';
import { imageFiles, images, imageVariants } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { ORIGINAL_KIND, VARIANT_KINDS } from '../../../shared/variants.ts';
import { storedBytes } from '../accounting/amounts.ts';
import { IMAGE_RANGES } from '../accounting/counts.ts';
import { PIPELINE_VERSION } from '../uploads/recipe.ts';
import { rowsWhere, type RuleGroup } from './work-rule.ts';

const FILE_RANGES = new KeyRanges(imageFiles.id);

export const FILE_RULES: RuleGroup = {
  ranges: FILE_RANGES,
  rules: [
    {
      subject: 'file',
      problem: 'its size is not the sum of its variants',
      select: rowsWhere(FILE_RANGES, () =>
        ne(imageFiles.size, storedBytes(eq(imageVariants.imageFileId, imageFiles.id))),
      ),
      repair: (id) => ({ action: 'recount_file', imageFileId: Number(id) }),
    },
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
    {
      subject: 'image',
      problem: 'is published without all of its variants',
      select: rowsWhere(IMAGE_RANGES, () =>
        and(
          eq(images.pipelineVersion, PIPELINE_VERSION),
          eq(images.processingStatus, 'completed'),
          ne(
            sql`${query
              .select({ count: count() })
              .from(imageVariants)
              .where(eq(imageVariants.imageFileId, images.imageFileId))}`,
            VARIANT_KINDS.length,
          ),
        ),
      ),
    },
    {
      subject: 'image',
      problem: 'is without its original',
      select: rowsWhere(IMAGE_RANGES, () =>
        and(
          ne(images.pipelineVersion, PIPELINE_VERSION),
          ne(images.processingStatus, 'failed'),
          notExistsIn(
            imageVariants,
            and(
              eq(imageVariants.imageFileId, images.imageFileId),
              eq(imageVariants.kind, ORIGINAL_KIND),
            ),
          ),
        ),
      ),
    },
  ],
};
