import {
  readTakenAt,
  writeTakenAt,
  type CameraFacts,
  type Location,
  type TakenFacts,
} from './taken-facts.ts';

/** The manifest's `taken`, as clients write it and the API document describes it. */
export interface TakenWire {
  readonly taken_at?: string | undefined;
  readonly camera?: CameraWire | undefined;
  readonly location?: Location | undefined;
}

export interface CameraWire {
  readonly name?: string | undefined;
  readonly lens?: string | undefined;
  readonly exposure_seconds?: number | undefined;
  readonly f_number?: number | undefined;
  readonly iso?: number | undefined;
  readonly focal_length_mm?: number | undefined;
}

export function takenToWire({ takenAt, camera, location }: TakenFacts): TakenWire {
  return {
    ...(takenAt === undefined ? {} : { taken_at: writeTakenAt(takenAt) }),
    ...(camera === undefined ? {} : { camera: cameraToWire(camera) }),
    ...(location === undefined ? {} : { location }),
  };
}

export function takenFromWire({ taken_at, camera, location }: TakenWire): TakenFacts {
  return {
    takenAt: readTakenAt(taken_at ?? '') ?? undefined,
    camera: camera === undefined ? undefined : cameraFromWire(camera),
    location,
  };
}

/** An unknown fact is left out of JSON. */
export function cameraToWire(camera: CameraFacts): CameraWire {
  const { name, lens, iso } = camera;
  return {
    name,
    lens,
    exposure_seconds: camera.exposureSeconds,
    f_number: camera.fNumber,
    iso,
    focal_length_mm: camera.focalLengthMm,
  };
}

function cameraFromWire(camera: CameraWire): CameraFacts {
  const { name, lens, iso } = camera;
  return {
    name,
    lens,
    exposureSeconds: camera.exposure_seconds,
    fNumber: camera.f_number,
    iso,
    focalLengthMm: camera.focal_length_mm,
  };
}
