import type { CameraFacts, Location, TakenFacts } from '../../../shared/taken-facts.ts';

/** Columns of `images`. */
export type StoredTaken = {
  readonly takenAt: number | null;
  /** Name and lens, for the search; null without both. */
  readonly camera: string | null;
  /** A JSON array of numbers in the order of NUMBERS, without nulls at its end; null without any. */
  readonly exposure: string | null;
};

const SEPARATOR = '\u001F';

type NumberName = Exclude<keyof CameraFacts, 'name' | 'lens'> | 'offsetMinutes' | keyof Location;

/** The order is stored; a new fact goes to the end. */
const NUMBERS = [
  'exposureSeconds',
  'fNumber',
  'iso',
  'focalLengthMm',
  'offsetMinutes',
  'latitude',
  'longitude',
] as const satisfies readonly NumberName[];

export function packTaken({ takenAt, camera = {}, location }: TakenFacts): StoredTaken {
  const { name = '', lens = '', ...exposure } = camera;
  const facts = { ...exposure, ...location, offsetMinutes: takenAt?.offsetMinutes };
  const numbers = NUMBERS.map((fact) => facts[fact] ?? null);
  const last = numbers.findLastIndex((number) => number !== null);
  const text = lens === '' ? name : name + SEPARATOR + lens;
  return {
    takenAt: takenAt?.localMs ?? null,
    camera: text === '' ? null : text,
    exposure: last < 0 ? null : JSON.stringify(numbers.slice(0, last + 1)),
  };
}

export function unpackTaken({ takenAt, camera, exposure }: StoredTaken): TakenFacts {
  const numbers = JSON.parse(exposure ?? '[]') as readonly (number | null)[];
  const numberOf = (fact: NumberName) => numbers[NUMBERS.indexOf(fact)] ?? undefined;
  const [name = '', lens = ''] = camera?.split(SEPARATOR) ?? [];
  const facts: CameraFacts = {
    name: name === '' ? undefined : name,
    lens: lens === '' ? undefined : lens,
    exposureSeconds: numberOf('exposureSeconds'),
    fNumber: numberOf('fNumber'),
    iso: numberOf('iso'),
    focalLengthMm: numberOf('focalLengthMm'),
  };
  const isKnown = Object.values(facts).some((fact) => fact !== undefined);
  const [latitude, longitude] = [numberOf('latitude'), numberOf('longitude')];
  return {
    takenAt:
      takenAt === null
        ? undefined
        : { localMs: takenAt, offsetMinutes: numberOf('offsetMinutes') ?? null },
    camera: isKnown ? facts : undefined,
    location:
      latitude === undefined || longitude === undefined ? undefined : { latitude, longitude },
  };
}

/** Of `upload_sessions.taken`; null without any fact. */
export function writeWaiting(taken: TakenFacts): string | null {
  const stored = packTaken(taken);
  return Object.values(stored).every((value) => value === null) ? null : JSON.stringify(stored);
}

export function readWaiting(waiting: string | null): StoredTaken {
  return waiting === null ? packTaken({}) : (JSON.parse(waiting) as StoredTaken);
}
