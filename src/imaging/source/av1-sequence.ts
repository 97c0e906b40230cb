/** Most significant bit first; yields zeros past the end. */
class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(bits: number): number {
    let value = 0;
    for (let left = bits; left > 0; left -= 1) {
      const byte = this.#bytes[this.#at >> 3] ?? 0;
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }

  skip(bits: number): void {
    this.#at += bits;
  }

  /** Skips a `uvlc` number: as many bits as zeros precede it (AV1 bitstream specification, 4.10.3). */
  skipVariable(): void {
    let zeros = 0;
    while (zeros < 32 && this.read(1) === 0) zeros += 1;
    this.skip(zeros);
  }
}

/** Higher levels also declare a tier. */
const LAST_LEVEL_OF_ONE_TIER = 7;

/** Maximum width times maximum height of a sequence header (section 5.5.1). */
export function readMaxFramePixels(header: Uint8Array): number {
  const bits = new BitReader(header);
  bits.skip(3 + 1);
  const isReduced = bits.read(1) === 1;
  if (isReduced) bits.skip(5);
  else skipOperatingPoints(bits);
  const [widthBits, heightBits] = [1 + bits.read(4), 1 + bits.read(4)];
  return (1 + bits.read(widthBits)) * (1 + bits.read(heightBits));
}

function skipOperatingPoints(bits: BitReader): void {
  const delayBits = skipTiming(bits);
  const hasDisplayDelay = bits.read(1) === 1;
  const count = 1 + bits.read(5);
  for (let point = 0; point < count; point += 1) {
    bits.skip(12);
    if (bits.read(5) > LAST_LEVEL_OF_ONE_TIER) bits.skip(1);
    if (delayBits !== null && bits.read(1) === 1) bits.skip(2 * delayBits + 1);
    if (hasDisplayDelay && bits.read(1) === 1) bits.skip(4);
  }
}

/** Returns the bit width of decoder delays (sections 5.5.3 and 5.5.4), or null without a decoder model. */
function skipTiming(bits: BitReader): number | null {
  if (bits.read(1) === 0) return null;
  bits.skip(32 + 32);
  if (bits.read(1) === 1) bits.skipVariable();
  if (bits.read(1) === 0) return null;
  const delayBits = 1 + bits.read(5);
  bits.skip(32 + 5 + 5);
  return delayBits;
}
