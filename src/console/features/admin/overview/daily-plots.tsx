import { useSignal } from '@preact/signals';
import { api, call } from '../../../api/client.ts';
import type { DailyTotals } from '../../../api/types.ts';
import { DAILY_METRICS, firstDay, toSeries, type DailyMetric } from '../model/daily-series.ts';
import { formatBytes, formatNumber, formatTime } from '../../../state/format.ts';
import { adminText } from '../../../text/admin.ts';
import { useResource } from '../../../state/resource.ts';
import { SelectField } from '../../../widgets/field.tsx';
import { ErrorState } from '../../../widgets/states.tsx';
import { SectionHead } from '../section-head.tsx';
import { PlotFrame } from './plot-frame.tsx';

type Range = `${keyof (typeof adminText)['value']['overview']['ranges']}`;

/** The plots share their days, so that they can be compared. */
export function DailyPlots() {
  const { overview } = adminText.value;
  const range = useSignal<Range>('30');
  const days = useResource(
    (signal) =>
      call(
        api.GET('/api/v1/admin/stats/daily', {
          params: { query: { from: firstDay(Number(range.value), Date.now()) } },
          signal,
        }),
      ),
    range.value,
  );
  const items = days.error.value === null ? days.value.value?.items : undefined;
  return (
    <section class="admin-section">
      <SectionHead title={overview.plots}>
        <SelectField
          label={overview.range}
          isLabelHidden
          value={range.value}
          options={overview.ranges}
          onValue={(value) => {
            range.value = value;
          }}
        />
      </SectionHead>
      {days.error.value !== null && <ErrorState error={days.error.value} onRetry={days.reload} />}
      {items?.length === 0 && <p class="card admin-soft">{overview.noDays}</p>}
      {items !== undefined && items.length > 0 && <Plots items={items} />}
    </section>
  );
}

function Plots({ items }: { readonly items: readonly DailyTotals[] }) {
  const { overview } = adminText.value;
  const names = nameMetrics();
  return (
    <>
      {items.length > 1 && (
        <div class="overview-plots">
          {DAILY_METRICS.map((metric) => (
            <figure key={metric} class="card overview-plot">
              <figcaption>{names[metric]}</figcaption>
              <PlotFrame
                label={overview.plotOf(names[metric])}
                series={toSeries(items, metric)}
                format={metric === 'storage_used' ? formatBytes : formatCompact}
                isBytes={metric === 'storage_used'}
              />
            </figure>
          ))}
        </div>
      )}
      <details class="card overview-figures" open={items.length === 1}>
        <summary>{overview.table}</summary>
        <FiguresTable items={items} />
      </details>
    </>
  );
}

function nameMetrics(): Readonly<Record<DailyMetric, string>> {
  const { users, images, storage, views } = adminText.value.overview;
  return { users, images, storage_used: storage, views };
}

function formatCompact(value: number): string {
  return formatNumber(value, { notation: 'compact', maximumFractionDigits: 1 });
}

function FiguresTable({ items }: { readonly items: readonly DailyTotals[] }) {
  const { overview } = adminText.value;
  const names = nameMetrics();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div class="overview-scroll" role="group" aria-label={overview.table} tabIndex={0}>
      <table class="admin-figures">
        <thead>
          <tr>
            <th scope="col">{overview.day}</th>
            {DAILY_METRICS.map((metric) => (
              <th key={metric} scope="col">
                {names[metric]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.toReversed().map((item) => (
            <tr key={item.day}>
              <th scope="row">{formatTime(item.day, { dateStyle: 'medium', timeZone: 'UTC' })}</th>
              {DAILY_METRICS.map((metric) => (
                <td key={metric}>
                  {metric === 'storage_used'
                    ? formatBytes(item[metric])
                    : formatNumber(item[metric])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
