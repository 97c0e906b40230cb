import type { RequestMetrics } from '../../domain/services.ts';

export function openRequestMetrics(
  dataset: AnalyticsEngineDataset | undefined,
): RequestMetrics | null {
  if (dataset === undefined) return null;
  return (counts) => {
    for (const { route, status, count, times } of counts) {
      dataset.writeDataPoint({
        indexes: [route],
        blobs: [route, String(status)],
        doubles: [count, times?.sumMs ?? 0, ...(times?.buckets ?? [])],
      });
    }
  };
}
