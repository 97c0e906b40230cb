import { readLocale } from '../text/locale.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const UNIT_STEP = 1024;
/** Rounded numbers of a unit stay below it: “0.99 GB of 1 GB”, never “1,014 MB of 1 GB”. */
const UNIT_END = 999.5;

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  // The console's languages write these alike, and a phone takes 100 ms to create its first format.
  if (options === undefined && Number.isInteger(value) && value >= 0 && value < 1000) {
    return String(value);
  }
  return new Intl.NumberFormat(readLocale(), options).format(value);
}

/** Bytes in the largest unit (of 1,024) that the next one does not shorten. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let rank = 0;
  while (value >= UNIT_END && rank < UNITS.length - 1) {
    value /= UNIT_STEP;
    rank += 1;
  }
  return formatNumber(value, {
    style: 'unit',
    unit: UNITS[rank],
    unitDisplay: rank === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 1 ? 2 : value < 10 && rank > 0 ? 1 : 0,
  });
}

/** A share from 0 to 1. */
export function formatPercent(share: number): string {
  return formatNumber(share, { style: 'percent', maximumFractionDigits: 0 });
}

export function formatTime(
  moment: string | number,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string {
  return new Intl.DateTimeFormat(readLocale(), options).format(new Date(moment));
}

/** @param month `YYYY-MM`. */
export function formatMonth(month: string): string {
  return formatTime(`${month}-01`, { year: 'numeric', month: 'long', timeZone: 'UTC' });
}

/** A duration such as “1 hr, 5 min”, of at most two units; long: “1 hour, 5 minutes”. */
export function formatDuration(ms: number, unitDisplay: 'short' | 'long' = 'short'): string {
  const seconds = Math.round(ms / 1000);
  const parts: readonly (readonly [number, Intl.NumberFormatOptions['unit']])[] = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor((seconds % 86_400) / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
    [seconds % 60, 'second'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  const shown = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2);
  const words = shown
    .filter(([count], index) => index === 0 || count > 0)
    .map(([count, unit]) => formatNumber(count, { style: 'unit', unit, unitDisplay }));
  return new Intl.ListFormat(readLocale(), {
    type: 'unit',
    style: unitDisplay === 'long' ? 'short' : 'narrow',
  }).format(words);
}
