import type { SiteTotals } from '../accounting/read-totals.ts';
import type { Services } from '../services.ts';
import { measure, type Metric } from './catalogue.ts';

export function siteMetrics(
  totals: SiteTotals,
  { PURGE_TARGET, STORAGE_CAPACITY_BYTES }: Services['config'],
): Metric[] {
  return [
    measure('tintype_purge_target_info', [{ labels: { target: PURGE_TARGET }, value: 1 }]),
    measure('tintype_views', totals.views),
    measure('tintype_storage_used_bytes', totals.storageUsed),
    measure('tintype_storage_reserved_bytes', totals.storageReserved),
    measure('tintype_storage_capacity_bytes', STORAGE_CAPACITY_BYTES ?? []),
    measure('tintype_images', totals.images),
    measure('tintype_users', totals.users),
    measure('tintype_active_users', totals.activeUsers),
    measure('tintype_sessions', totals.sessions),
  ];
}
