import type { SiteTotals } from '../accounting/read-totals.ts';
import type { Services } from '../services.ts';
import { measure, type Metric, type Sample } from './catalogue.ts';

export function siteMetrics(totals: SiteTotals, config: Services['config']): Metric[] {
  return [
    measure('tintype_purge_target_info', [{ labels: { target: config.PURGE_TARGET }, value: 1 }]),
    measure('tintype_views', totals.views),
    measure('tintype_storage_used_bytes', totals.storageUsed),
    measure('tintype_storage_reserved_bytes', totals.storageReserved),
    measure('tintype_storage_capacity_bytes', config.STORAGE_CAPACITY_BYTES ?? []),
    measure('tintype_storage_limit_bytes', sampleLimits(config)),
    measure('tintype_images', totals.images),
    measure('tintype_trashed_images', totals.trashedImages),
    measure('tintype_users', totals.users),
    measure('tintype_active_users', totals.activeUsers),
    measure('tintype_sessions', totals.sessions),
  ];
}

function sampleLimits({
  STORAGE_CAPACITY_BYTES: capacity,
  STORAGE_HARD_PRESSURE_PERCENT: hard,
  STORAGE_SOFT_PRESSURE_PERCENT: soft,
}: Services['config']): Sample[] {
  if (capacity === null) return [];
  return Object.entries({ soft, hard }).map(([level, percent]) => ({
    labels: { level },
    value: (capacity * percent) / 100,
  }));
}
