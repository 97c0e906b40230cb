/** scrypt's cost: N = 2^ln, r, p; it takes 128·N·r bytes. */
export interface ScryptCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

export interface ScryptRequest {
  readonly password: Uint8Array<ArrayBuffer>;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly cost: ScryptCost;
  /** Bytes to derive. */
  readonly length: number;
}

const BYTES_PER_WORD = 4;
const BLOCK_WORDS = 16;
/**
 * Salsa20/8 runs between two pauses: less than a millisecond of work. A pause takes one at least, for no timer of
 * the runtime is shorter, so that more of them would make a hash much slower.
 */
const RUNS_PER_SLICE = 4096;

/**
 * scrypt (RFC 7914) in slices: the runtime's own keeps everything else in its isolate waiting until it is done. `pause`
 * comes between two slices, so that what has arrived meanwhile goes first.
 */
export async function scrypt(
  { password, salt, cost: { ln, r, p }, length }: ScryptRequest,
  pause: () => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const laneWords = 2 * r * BLOCK_WORDS;
  const lanes = new Uint32Array(await stretch(password, salt, p * laneWords * BYTES_PER_WORD));
  const memory = new Uint32Array(2 ** ln * laneWords);
  for (let lane = 0; lane < p; lane += 1) {
    await mixLane(lanes.subarray(lane * laneWords, (lane + 1) * laneWords), memory, pause);
  }
  // Left to the garbage collector, the memory of several calls would add up.
  memory.buffer.transfer(0);
  return new Uint8Array(await stretch(password, new Uint8Array(lanes.buffer), length));
}

/** PBKDF2-HMAC-SHA256 with one iteration (RFC 8018). */
async function stretch(
  password: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 1 };
  return crypto.subtle.deriveBits(algorithm, key, 8 * length);
}

/** scryptROMix (RFC 7914, section 5): fills the memory from the lane, then walks it as the lane says. */
async function mixLane(
  lane: Uint32Array,
  memory: Uint32Array,
  pause: () => Promise<void>,
): Promise<void> {
  const laneWords = lane.length;
  const steps = memory.length / laneWords;
  const stepsPerSlice = Math.max(1, Math.floor((RUNS_PER_SLICE * BLOCK_WORDS) / laneWords));
  const mixed = new Uint32Array(laneWords);
  for (let step = 0; step < 2 * steps; step += 1) {
    if (step % stepsPerSlice === 0) await pause();
    if (step < steps) {
      memory.set(lane, step * laneWords);
    } else {
      // The lane's last block says where to look; the number of steps is a power of two.
      const place = (lane[laneWords - BLOCK_WORDS] ?? 0) & (steps - 1);
      mixIn(lane, memory, place * laneWords);
    }
    mixBlocks(lane, mixed);
    lane.set(mixed);
  }
}

function mixIn(lane: Uint32Array, memory: Uint32Array, at: number): void {
  for (let i = 0; i < lane.length; i += 1) lane[i] = (lane[i] ?? 0) ^ (memory[at + i] ?? 0);
}

/** scryptBlockMix (RFC 7914, section 4): even blocks go to the first half of the output, odd ones to the second. */
function mixBlocks(input: Uint32Array, output: Uint32Array): void {
  const half = input.length / 2;
  let last = input;
  let lastAt = input.length - BLOCK_WORDS;
  for (let at = 0; at < input.length; at += BLOCK_WORDS) {
    const isOdd = (at & BLOCK_WORDS) !== 0;
    const to = isOdd ? half + (at - BLOCK_WORDS) / 2 : at / 2;
    salsa(last, lastAt, input, at, output, to);
    last = output;
    lastAt = to;
  }
}

/** Salsa20/8 of two blocks combined by XOR (RFC 7914, section 3). */
// oxlint-disable-next-line max-lines-per-function -- a variable for each word: an array of them is much slower
function salsa(
  one: Uint32Array,
  oneAt: number,
  two: Uint32Array,
  twoAt: number,
  output: Uint32Array,
  at: number,
): void {
  const y0 = (one[oneAt] ?? 0) ^ (two[twoAt] ?? 0);
  const y1 = (one[oneAt + 1] ?? 0) ^ (two[twoAt + 1] ?? 0);
  const y2 = (one[oneAt + 2] ?? 0) ^ (two[twoAt + 2] ?? 0);
  const y3 = (one[oneAt + 3] ?? 0) ^ (two[twoAt + 3] ?? 0);
  const y4 = (one[oneAt + 4] ?? 0) ^ (two[twoAt + 4] ?? 0);
  const y5 = (one[oneAt + 5] ?? 0) ^ (two[twoAt + 5] ?? 0);
  const y6 = (one[oneAt + 6] ?? 0) ^ (two[twoAt + 6] ?? 0);
  const y7 = (one[oneAt + 7] ?? 0) ^ (two[twoAt + 7] ?? 0);
  const y8 = (one[oneAt + 8] ?? 0) ^ (two[twoAt + 8] ?? 0);
  const y9 = (one[oneAt + 9] ?? 0) ^ (two[twoAt + 9] ?? 0);
  const y10 = (one[oneAt + 10] ?? 0) ^ (two[twoAt + 10] ?? 0);
  const y11 = (one[oneAt + 11] ?? 0) ^ (two[twoAt + 11] ?? 0);
  const y12 = (one[oneAt + 12] ?? 0) ^ (two[twoAt + 12] ?? 0);
  const y13 = (one[oneAt + 13] ?? 0) ^ (two[twoAt + 13] ?? 0);
  const y14 = (one[oneAt + 14] ?? 0) ^ (two[twoAt + 14] ?? 0);
  const y15 = (one[oneAt + 15] ?? 0) ^ (two[twoAt + 15] ?? 0);
  let x0 = y0;
  let x1 = y1;
  let x2 = y2;
  let x3 = y3;
  let x4 = y4;
  let x5 = y5;
  let x6 = y6;
  let x7 = y7;
  let x8 = y8;
  let x9 = y9;
  let x10 = y10;
  let x11 = y11;
  let x12 = y12;
  let x13 = y13;
  let x14 = y14;
  let x15 = y15;
  for (let round = 0; round < 8; round += 2) {
    x4 ^= rotate((x0 + x12) | 0, 7);
    x8 ^= rotate((x4 + x0) | 0, 9);
    x12 ^= rotate((x8 + x4) | 0, 13);
    x0 ^= rotate((x12 + x8) | 0, 18);
    x9 ^= rotate((x5 + x1) | 0, 7);
    x13 ^= rotate((x9 + x5) | 0, 9);
    x1 ^= rotate((x13 + x9) | 0, 13);
    x5 ^= rotate((x1 + x13) | 0, 18);
    x14 ^= rotate((x10 + x6) | 0, 7);
    x2 ^= rotate((x14 + x10) | 0, 9);
    x6 ^= rotate((x2 + x14) | 0, 13);
    x10 ^= rotate((x6 + x2) | 0, 18);
    x3 ^= rotate((x15 + x11) | 0, 7);
    x7 ^= rotate((x3 + x15) | 0, 9);
    x11 ^= rotate((x7 + x3) | 0, 13);
    x15 ^= rotate((x11 + x7) | 0, 18);
    x1 ^= rotate((x0 + x3) | 0, 7);
    x2 ^= rotate((x1 + x0) | 0, 9);
    x3 ^= rotate((x2 + x1) | 0, 13);
    x0 ^= rotate((x3 + x2) | 0, 18);
    x6 ^= rotate((x5 + x4) | 0, 7);
    x7 ^= rotate((x6 + x5) | 0, 9);
    x4 ^= rotate((x7 + x6) | 0, 13);
    x5 ^= rotate((x4 + x7) | 0, 18);
    x11 ^= rotate((x10 + x9) | 0, 7);
    x8 ^= rotate((x11 + x10) | 0, 9);
    x9 ^= rotate((x8 + x11) | 0, 13);
    x10 ^= rotate((x9 + x8) | 0, 18);
    x12 ^= rotate((x15 + x14) | 0, 7);
    x13 ^= rotate((x12 + x15) | 0, 9);
    x14 ^= rotate((x13 + x12) | 0, 13);
    x15 ^= rotate((x14 + x13) | 0, 18);
  }
  output[at] = x0 + y0;
  output[at + 1] = x1 + y1;
  output[at + 2] = x2 + y2;
  output[at + 3] = x3 + y3;
  output[at + 4] = x4 + y4;
  output[at + 5] = x5 + y5;
  output[at + 6] = x6 + y6;
  output[at + 7] = x7 + y7;
  output[at + 8] = x8 + y8;
  output[at + 9] = x9 + y9;
  output[at + 10] = x10 + y10;
  output[at + 11] = x11 + y11;
  output[at + 12] = x12 + y12;
  output[at + 13] = x13 + y13;
  output[at + 14] = x14 + y14;
  output[at + 15] = x15 + y15;
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
