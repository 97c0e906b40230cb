/** How long a share link lasts. */

import { PRIVATE_TOKEN_TTL_MAX_MS, PRIVATE_TOKEN_TTL_MIN_MS } from '../../../shared/entry-rules.ts';

const MINUTE_MS = 60_000;

export const UNITS_MS = {
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
} as const;

export type ShareUnit = keyof typeof UNITS_MS;

/** The lengths that are offered; null leaves it to the deployment. */
export const PRESETS_MS = {
  usual: null,
  tenMinutes: 10 * MINUTE_MS,
  hour: UNITS_MS.hour,
  day: UNITS_MS.day,
  threeDays: 3 * UNITS_MS.day,
} as const;

/** Reads a length that somebody has typed, in milliseconds; null where it is none, or not allowed. */
export function readDuration(amount: string, unit: ShareUnit): number | null {
  const typed = amount.trim().replace(',', '.');
  if (!/^\d{1,6}(?:\.\d{1,6})?$/u.test(typed)) return null;
  const ms = Math.round(Number(typed) * UNITS_MS[unit]);
  return ms >= PRIVATE_TOKEN_TTL_MIN_MS && ms <= PRIVATE_TOKEN_TTL_MAX_MS ? ms : null;
}

/** What is chosen in the form. */
export interface DurationChoice {
  readonly preset: keyof typeof PRESETS_MS | 'own';
  readonly amount: string;
  readonly unit: ShareUnit;
}

export const USUAL_DURATION: DurationChoice = { preset: 'usual', amount: '12', unit: 'hour' };

/** The length that is chosen, in milliseconds; null for what is usual, undefined for what is not allowed. */
export function chosenDuration({
  preset,
  amount,
  unit,
}: DurationChoice): number | null | undefined {
  return preset === 'own' ? (readDuration(amount, unit) ?? undefined) : PRESETS_MS[preset];
}
