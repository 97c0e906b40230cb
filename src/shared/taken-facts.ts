/** A photograph's facts, which its camera wrote into the file. Each may be missing. */
export interface TakenFacts {
  readonly takenAt?: LocalTime | undefined;
  readonly camera?: CameraFacts | undefined;
  readonly location?: Location | undefined;
}

/** By the camera's clock, so that photographs of a journey stay in order and on their days. */
export interface LocalTime {
  /** Milliseconds since 1970 in the camera's own zone, as if that were UTC. */
  readonly localMs: number;
  /** Minutes east of UTC; null where the camera has not said it. */
  readonly offsetMinutes: number | null;
}

export interface CameraFacts {
  /** Maker and model. */
  readonly name?: string | undefined;
  readonly lens?: string | undefined;
  readonly exposureSeconds?: number | undefined;
  readonly fNumber?: number | undefined;
  readonly iso?: number | undefined;
  readonly focalLengthMm?: number | undefined;
}

/** Degrees (WGS 84). */
export interface Location {
  readonly latitude: number;
  readonly longitude: number;
}

/** Of the camera and of its lens, in UTF-16 units. */
export const CAMERA_TEXT_MAX_CHARACTERS = 100;

/** From the smallest to the largest value, both included. */
export const CAMERA_BOUNDS = {
  exposureSeconds: [0.000_001, 86_400],
  fNumber: [0.1, 1000],
  iso: [1, 10_000_000],
  focalLengthMm: [0.1, 100_000],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

export const LATITUDE_BOUNDS = [-90, 90] as const;
export const LONGITUDE_BOUNDS = [-180, 180] as const;

/** The year of the first photograph, and a year that no clock has reached. No bound follows the time: clocks are wrong. */
export const TAKEN_YEARS = { first: 1826, last: 2099 } as const;
const FIRST_MS = Date.UTC(TAKEN_YEARS.first, 0);
const END_MS = Date.UTC(TAKEN_YEARS.last + 1, 0);

/** Local time, with its fraction and its offset where they are known. */
export const TAKEN_AT_PATTERN =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,3})?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/u;

/** Null for a day that its month does not have, and out of TAKEN_YEARS. */
export function readTakenAt(text: string): LocalTime | null {
  const [, local, fraction = '', offset] = TAKEN_AT_PATTERN.exec(text) ?? [];
  if (local === undefined) return null;
  const localMs = Date.parse(`${local}${fraction}Z`);
  const isReal = new Date(localMs).toISOString().startsWith(local);
  if (!isReal || localMs < FIRST_MS || localMs >= END_MS) return null;
  return { localMs, offsetMinutes: offset === undefined ? null : readOffset(offset) };
}

export function writeTakenAt({ localMs, offsetMinutes }: LocalTime): string {
  const local = new Date(localMs).toISOString().replace(/(?:\.000)?Z$/u, '');
  return offsetMinutes === null ? local : local + writeOffset(offsetMinutes);
}

function readOffset(text: string): number {
  if (text === 'Z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4));
  return text.startsWith('-') ? -minutes || 0 : minutes;
}

function writeOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const [hours, rest] = [Math.floor(size / 60), size % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${minutes < 0 ? '-' : '+'}${hours ?? ''}:${rest ?? ''}`;
}
