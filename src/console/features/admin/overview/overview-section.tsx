import { api, call } from '../../../api/client.ts';
import type { SystemStatistics } from '../../../api/types.ts';
import { formatBytes, formatNumber } from '../../../state/format.ts';
import { adminText } from '../../../text/admin.ts';
import { useResource } from '../../../state/resource.ts';
import { ErrorState } from '../../../widgets/states.tsx';
import { SectionHead } from '../section-head.tsx';
import { DailyPlots } from './daily-plots.tsx';
import { PendingWork } from './pending-work.tsx';
import { ServiceState } from './service-state.tsx';

export function OverviewSection() {
  const { overview } = adminText.value;
  const stats = useResource((signal) => call(api.GET('/api/v1/admin/stats', { signal })));
  if (stats.value.value === undefined && stats.error.value !== null) {
    return <ErrorState error={stats.error.value} onRetry={stats.reload} />;
  }
  return (
    <>
      <section class="admin-section">
        <SectionHead title={overview.totals} />
        <Totals stats={stats.value.value} />
      </section>
      <div class="overview-pair">
        <ServiceState />
        <PendingWork />
      </div>
      <DailyPlots />
    </>
  );
}

/** Reserves its space, so that nothing jumps. */
function Totals({ stats }: { readonly stats: SystemStatistics | undefined }) {
  const { overview } = adminText.value;
  const figures: readonly (readonly [label: string, value: string, note?: string])[] =
    stats === undefined
      ? [
          [overview.users, '–', '\u00a0'],
          [overview.images, '–'],
          [overview.storage, '–'],
          [overview.sessions, '–'],
        ]
      : [
          [
            overview.users,
            formatNumber(stats.total_users),
            overview.activeUsers(formatNumber(stats.active_users)),
          ],
          [overview.images, formatNumber(stats.total_images)],
          [overview.storage, formatBytes(stats.storage_used)],
          [overview.sessions, formatNumber(stats.total_sessions)],
        ];
  return (
    <dl class="overview-totals" aria-busy={stats === undefined}>
      {figures.map(([label, value, note]) => (
        <div key={label} class="card">
          <dt>{label}</dt>
          <dd class="overview-figure">{value}</dd>
          {note !== undefined && <dd class="admin-soft admin-small">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
