/** RFC 9649, 3.6: green has 256 samples and 24 prefixes of run lengths. */
export const LITERAL_SYMBOLS = 256;
export const LENGTH_SYMBOLS = 24;

const MIN_RUN = 6;
const MAX_RUN = 4096;

export interface RunPrefix {
  readonly symbol: number;
  readonly extraBits: number;
  readonly extra: number;
}

export interface TokenSink {
  literal(value: number): void;
  run(prefix: RunPrefix): void;
}

/** Literals, and runs of the previous sample. */
export function tokenise(samples: Uint8Array, sink: TokenSink): void {
  let at = 0;
  while (at < samples.length) {
    const value = samples[at] ?? 0;
    sink.literal(value);
    at += 1;
    let end = at;
    while (end < samples.length && samples[end] === value) end += 1;
    while (end - at >= MIN_RUN) {
      const length = Math.min(end - at, MAX_RUN);
      sink.run(splitRun(length));
      at += length;
    }
  }
}

/** RFC 9649, 3.5.2. */
export function splitRun(length: number): RunPrefix {
  const rest = length - 1;
  if (rest < 4) return { symbol: LITERAL_SYMBOLS + rest, extraBits: 0, extra: 0 };
  const highest = 31 - Math.clz32(rest);
  const extraBits = highest - 1;
  return {
    symbol: LITERAL_SYMBOLS + 2 * highest + ((rest >> extraBits) & 1),
    extraBits,
    extra: rest & ((1 << extraBits) - 1),
  };
}
