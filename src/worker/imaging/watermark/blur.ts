/** 8-bit samples; 0 outside the plane. */
export function blurPlane(plane: Uint8Array, width: number, radius: number): Uint8Array {
  const height = plane.length / width;
  const across = averageLines(
    plane,
    { count: height, stride: width },
    { count: width, step: 1 },
    radius,
  );
  return averageLines(across, { count: width, stride: 1 }, { count: height, step: width }, radius);
}

/** A moving average; samples are `step` apart, lines `stride`. */
function averageLines(
  plane: Uint8Array,
  lines: { readonly count: number; readonly stride: number },
  samples: { readonly count: number; readonly step: number },
  radius: number,
): Uint8Array {
  const blurred = new Uint8Array(plane.length);
  const window = 2 * radius + 1;
  for (let line = 0; line < lines.count; line += 1) {
    const start = line * lines.stride;
    const sample = (i: number): number =>
      i < 0 || i >= samples.count ? 0 : (plane[start + i * samples.step] ?? 0);
    let sum = 0;
    for (let i = 0; i < radius; i += 1) sum += sample(i);
    for (let i = 0; i < samples.count; i += 1) {
      sum += sample(i + radius) - sample(i - radius - 1);
      blurred[start + i * samples.step] = sum / window;
    }
  }
  return blurred;
}
