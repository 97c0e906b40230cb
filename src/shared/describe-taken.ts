import type { CameraFacts, LocalTime } from './taken-facts.ts';

/** Longer exposures are written in seconds. */
const FRACTION_END_SECONDS = 0.3;

/** As photographers write it: “ƒ/1.8 · 1/250 s · 85 mm · ISO 400”. Empty without any of them. */
export function describeExposure(camera: CameraFacts, locale: string): string {
  const { exposureSeconds, fNumber, focalLengthMm, iso } = camera;
  const number = (value: number, digits: number): string =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits, useGrouping: false }).format(
      value,
    );
  return [
    fNumber === undefined ? '' : `ƒ/${number(fNumber, 1)}`,
    exposureSeconds === undefined
      ? ''
      : exposureSeconds < FRACTION_END_SECONDS
        ? `1/${String(Math.round(1 / exposureSeconds))}\u00A0s`
        : `${number(exposureSeconds, 1)}\u00A0s`,
    focalLengthMm === undefined ? '' : `${number(focalLengthMm, 1)}\u00A0mm`,
    iso === undefined ? '' : `ISO\u00A0${String(iso)}`,
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

/** Day and time by the camera's clock. */
export function describeTime({ localMs }: LocalTime, locale: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, format).format(localMs);
}
