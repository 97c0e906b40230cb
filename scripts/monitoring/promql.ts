import { METRICS, type MetricName } from '../../src/worker/domain/metrics/catalogue.ts';

const SERIES_OF_HISTOGRAM = /_(?:bucket|sum|count)$/u;

/** @throws {Error} that names a metric that is not in the catalogue, or a histogram without one of its series. */
export function promql(
  text: TemplateStringsArray,
  ...values: readonly (string | number)[]
): string {
  const expression = String.raw(text, ...values)
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const unknown = metricsOf(expression).filter((name) => !isKnown(name));
  if (unknown.length === 0) return expression;
  throw new Error(`${unknown.join(', ')}: no such metric, in ${expression}`);
}

export function metricsOf(expression: string): string[] {
  return expression.match(/\btintype_\w+/gu) ?? [];
}

function isKnown(name: string): boolean {
  if (Object.hasOwn(METRICS, name)) return METRICS[name as MetricName].type !== 'histogram';
  const base = name.replace(SERIES_OF_HISTOGRAM, '');
  return Object.hasOwn(METRICS, base) && METRICS[base as MetricName].type === 'histogram';
}
