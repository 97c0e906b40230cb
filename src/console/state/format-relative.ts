import { readLocale } from '../text/locale.ts';

const RELATIVE_STEPS = [
  { unit: 'second', ms: 1000, below: 60_000 },
  { unit: 'minute', ms: 60_000, below: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, below: 86_400_000 },
  { unit: 'day', ms: 86_400_000, below: 30 * 86_400_000 },
  { unit: 'month', ms: 30 * 86_400_000, below: 365 * 86_400_000 },
  { unit: 'year', ms: 365 * 86_400_000, below: Number.POSITIVE_INFINITY },
] as const;

/** “3 hours ago”, “in 2 days”. */
export function formatRelative(moment: string | number, now = Date.now()): string {
  const distance = new Date(moment).getTime() - now;
  const step = RELATIVE_STEPS.find(({ below }) => Math.abs(distance) < below) ?? RELATIVE_STEPS[0];
  const format = new Intl.RelativeTimeFormat(readLocale(), { numeric: 'auto' });
  return format.format(Math.round(distance / step.ms), step.unit);
}
