import { api, call } from '../../api/client.ts';
import { formatBytes, formatNumber } from '../../state/format.ts';
import { text } from '../../text/language.ts';
import { useResource } from '../../state/resource.ts';
import { startText } from '../../text/start.ts';
import { Button } from '../../widgets/button.tsx';

/** Reserves its space, so that nothing moves. */
export function Statistics() {
  const start = startText.value;
  const { common } = text.value;
  const { value, error, reload } = useResource((signal) =>
    call(api.GET('/api/v1/public/stats', { signal })),
  );
  const stats = value.value;
  const hasFailed = stats === undefined && error.value !== null;
  const figures: readonly (readonly [label: string, figure: string | undefined])[] = [
    [start.images, stats && formatNumber(stats.images)],
    [start.users, stats && formatNumber(stats.users)],
    [start.views, stats && formatNumber(stats.views)],
    [start.stored, stats && formatBytes(stats.storage_used)],
  ];
  return (
    <section class="start-statistics" aria-labelledby="start-statistics">
      <h2 id="start-statistics">{start.statistics}</h2>
      {hasFailed ? (
        <p class="start-no-statistics" role="status">
          {start.noStatistics} <Button onClick={reload}>{common.retry}</Button>
        </p>
      ) : (
        <dl aria-busy={stats === undefined}>
          {figures.map(([label, figure]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{figure ?? '\u2007'}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
