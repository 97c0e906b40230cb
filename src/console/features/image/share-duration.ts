import { PRIVATE_TOKEN_TTL_MAX_MS, PRIVATE_TOKEN_TTL_MIN_MS } from '../../../shared/entry-rules.ts';

const MINUTE_MS = 60_000;

export const UNITS_MS = {
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
} as const;

export type ShareUnit = keyof typeof UNITS_MS;

/** The presets; null is the deployment's default. */
export const PRESETS_MS = {
  usual: null,
  tenMinutes: 10 * MINUTE_MS,
  hour: UNITS_MS.hour,
  day: UNITS_MS.day,
  threeDays: 3 * UNITS_MS.day,
} as const;

/** Parses a typed duration, in milliseconds; null if it is invalid or out of range. */
export function readDuration(amount: string, unit: ShareUnit): number | null {
  const typed = amount.trim().replace(',', '.');
  if (!/^\d{1,6}(?:\.\d{1,6})?$/u.test(typed)) return null;
  const ms = Math.round(Number(typed) * UNITS_MS[unit]);
  return ms >= PRIVATE_TOKEN_TTL_MIN_MS && ms <= PRIVATE_TOKEN_TTL_MAX_MS ? ms : null;
}

export interface DurationChoice {
  readonly preset: keyof typeof PRESETS_MS | 'own';
  readonly amount: string;
  readonly unit: ShareUnit;
}

export const USUAL_DURATION: DurationChoice = { preset: 'usual', amount: '12', unit: 'hour' };

export function chosenDuration({
  preset,
  amount,
  unit,
}: DurationChoice): number | null | undefined {
  return preset === 'own' ? (readDuration(amount, unit) ?? undefined) : PRESETS_MS[preset];
}
