import type { RequestMetrics } from '../../domain/services.ts';

/** Writes request counts to Analytics Engine; null without a binding. */
export function openRequestMetrics(
  dataset: AnalyticsEngineDataset | undefined,
): RequestMetrics | null {
  if (dataset === undefined) return null;
  return (counts) => {
    for (const { route, status, count } of counts) {
      dataset.writeDataPoint({
        indexes: [route],
        blobs: [route, String(status)],
        doubles: [count],
      });
    }
  };
}
