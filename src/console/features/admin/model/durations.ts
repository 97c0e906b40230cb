export const DURATION_UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export type DurationUnit = keyof typeof DURATION_UNITS;

const LARGEST_FIRST = ['day', 'hour', 'minute'] as const satisfies DurationUnit[];

/** The largest unit that divides `ms`, otherwise fractional minutes. */
export function splitDuration(ms: number): { count: number; unit: DurationUnit } {
  const unit = LARGEST_FIRST.find((name) => ms % DURATION_UNITS[name] === 0) ?? 'minute';
  return { count: ms / DURATION_UNITS[unit], unit };
}

/** Whole milliseconds; NaN if the text is no number. */
export function joinDuration(count: string, unit: DurationUnit): number {
  const number = count.trim() === '' ? Number.NaN : Number(count);
  return Math.round(number * DURATION_UNITS[unit]);
}
