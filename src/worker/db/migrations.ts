import accounts from '../../../migrations/0001_accounts.sql';
import images from '../../../migrations/0002_images.sql';
import uploads from '../../../migrations/0003_uploads.sql';
import jobs from '../../../migrations/0004_jobs.sql';
import imageLists from '../../../migrations/0005_image_lists.sql';
import uploadSweep from '../../../migrations/0006_upload_sweep.sql';
import deletion from '../../../migrations/0007_deletion.sql';
import uploadCounts from '../../../migrations/0008_upload_counts.sql';
import bounds from '../../../migrations/0009_bounds.sql';
import devices from '../../../migrations/0010_devices.sql';
import administration from '../../../migrations/0011_administration.sql';
import pipeline1 from '../../../migrations/0012_pipeline_1.sql';
import rankedViews from '../../../migrations/0013_ranked_views.sql';
import auditOwners from '../../../migrations/0014_audit_owners.sql';
import publishedImages from '../../../migrations/0015_published_images.sql';
import descriptions from '../../../migrations/0016_descriptions.sql';
import shareLinks from '../../../migrations/0017_share_links.sql';
import cronRuns from '../../../migrations/0018_cron_runs.sql';
import invitations from '../../../migrations/0019_invitations.sql';
import fullSize from '../../../migrations/0020_full_size.sql';
import thumbHash from '../../../migrations/0021_thumb_hash.sql';
import tasks from '../../../migrations/0022_tasks.sql';
import largeLibraries from '../../../migrations/0023_large_libraries.sql';
import packedVariants from '../../../migrations/0024_packed_variants.sql';
import keepPacked from '../../../migrations/0025_keep_packed.sql';
import slimImages from '../../../migrations/0026_slim_images.sql';
import trash from '../../../migrations/0027_trash.sql';
import lastSeen from '../../../migrations/0028_last_seen.sql';
import taken from '../../../migrations/0029_taken.sql';
import countMarks from '../../../migrations/0030_count_marks.sql';
import trashedJobs from '../../../migrations/0031_trashed_jobs.sql';
import albums from '../../../migrations/0032_albums.sql';
import albumHandOrder from '../../../migrations/0033_album_hand_order.sql';
import exposure from '../../../migrations/0034_exposure.sql';
import takenIndexes from '../../../migrations/0035_taken_indexes.sql';
import viewOrder from '../../../migrations/0036_view_order.sql';
import fewerUploadRows from '../../../migrations/0037_fewer_upload_rows.sql';
import albumSearch from '../../../migrations/0038_album_search.sql';
import keepPublished from '../../../migrations/0039_keep_published.sql';
import type { Migration } from './history.ts';

/** A test compares this list with the folder. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001_accounts.sql', sql: accounts },
  { name: '0002_images.sql', sql: images },
  { name: '0003_uploads.sql', sql: uploads },
  { name: '0004_jobs.sql', sql: jobs },
  { name: '0005_image_lists.sql', sql: imageLists },
  { name: '0006_upload_sweep.sql', sql: uploadSweep },
  { name: '0007_deletion.sql', sql: deletion },
  { name: '0008_upload_counts.sql', sql: uploadCounts },
  { name: '0009_bounds.sql', sql: bounds },
  { name: '0010_devices.sql', sql: devices },
  { name: '0011_administration.sql', sql: administration },
  { name: '0012_pipeline_1.sql', sql: pipeline1 },
  { name: '0013_ranked_views.sql', sql: rankedViews },
  { name: '0014_audit_owners.sql', sql: auditOwners },
  { name: '0015_published_images.sql', sql: publishedImages },
  { name: '0016_descriptions.sql', sql: descriptions },
  { name: '0017_share_links.sql', sql: shareLinks },
  { name: '0018_cron_runs.sql', sql: cronRuns },
  { name: '0019_invitations.sql', sql: invitations },
  { name: '0020_full_size.sql', sql: fullSize },
  { name: '0021_thumb_hash.sql', sql: thumbHash },
  { name: '0022_tasks.sql', sql: tasks },
  { name: '0023_large_libraries.sql', sql: largeLibraries },
  { name: '0024_packed_variants.sql', sql: packedVariants },
  { name: '0025_keep_packed.sql', sql: keepPacked },
  { name: '0026_slim_images.sql', sql: slimImages },
  { name: '0027_trash.sql', sql: trash },
  { name: '0028_last_seen.sql', sql: lastSeen },
  { name: '0029_taken.sql', sql: taken },
  { name: '0030_count_marks.sql', sql: countMarks },
  { name: '0031_trashed_jobs.sql', sql: trashedJobs },
  { name: '0032_albums.sql', sql: albums },
  { name: '0033_album_hand_order.sql', sql: albumHandOrder },
  { name: '0034_exposure.sql', sql: exposure },
  { name: '0035_taken_indexes.sql', sql: takenIndexes },
  { name: '0036_view_order.sql', sql: viewOrder },
  { name: '0037_fewer_upload_rows.sql', sql: fewerUploadRows },
  { name: '0038_album_search.sql', sql: albumSearch },
  { name: '0039_keep_published.sql', sql: keepPublished },
];
