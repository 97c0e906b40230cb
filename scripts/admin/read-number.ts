import { ScriptError } from '../support/fail.ts';

/** @throws {ScriptError} when the option's text is no whole number in the range. */
export function readNumber(
  option: string,
  text: string,
  [min, max]: readonly [min: number, max: number],
): number {
  const value = /^\d{1,16}$/u.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new ScriptError(
    `--${option} must be a whole number from ${String(min)} to ${String(max)}, not ${text}.`,
  );
}
