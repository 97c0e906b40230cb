import type { Metric, Sample } from '../domain/metrics/catalogue.ts';

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

/** Text exposition format, version 0.0.4. Omits metrics without samples. */
export function writeExposition(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map((sample) => writeSample(name, sample)),
      '',
    ])
    .join('\n');
}

function writeSample(name: string, { labels, value, suffix = '' }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${String(value)}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll(/[\\"\n]/gu, (char) => ESCAPES[char] ?? char);
}
