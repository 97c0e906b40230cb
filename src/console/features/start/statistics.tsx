import { api, call } from '../../api/client.ts';
import { formatBytes, formatNumber } from '../../state/format.ts';
import { useResource } from '../../state/resource.ts';
import { startText } from '../../text/start.ts';

/** Smaller figures recommend nobody. */
const IMAGES_MIN = 1000;

export function Statistics() {
  const start = startText.value;
  const { value } = useResource((signal) => call(api.GET('/api/v1/public/stats', { signal })));
  const stats = value.value;
  if (stats === undefined || stats.images < IMAGES_MIN) return null;
  const figures: readonly (readonly [label: string, figure: string])[] = [
    [start.images, formatNumber(stats.images)],
    [start.users, formatNumber(stats.users)],
    [start.views, formatNumber(stats.views)],
    [start.stored, formatBytes(stats.storage_used)],
  ];
  return (
    <section class="start-statistics" aria-labelledby="start-statistics">
      <h2 id="start-statistics">{start.statistics}</h2>
      <dl>
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
