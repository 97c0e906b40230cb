import { crc32 } from '../../src/codecs/source/crc32.ts';
import { viewOf } from '../../src/lib/bytes.ts';

type Random = (below: number) => number;
type Step = (file: Uint8Array, at: number, random: Random) => Uint8Array;

const MAX_STEPS = 4;
/** Most of what a decoder believes stands here. */
const HEADER_BYTES = 400;
const EDGE_BYTES = [0, 1, 0x7f, 0x80, 0xfe, 0xff];
const EDGE_WORDS = [0, 1, 8, 0x7f_ff, 0xff_ff, 0x7f_ff_ff_ff, 0x80_00_00_00, 0xff_ff_ff_ff];

const STEPS: readonly Step[] = [
  (file, at, random) => write(file, at, [(file[at] ?? 0) ^ (1 << random(8))]),
  (file, at, random) => write(file, at, [EDGE_BYTES[random(EDGE_BYTES.length)] ?? 0]),
  (file, at, random) => write(file, at, [random(256)]),
  (file, at, random) => {
    const word = EDGE_WORDS[random(EDGE_WORDS.length)] ?? 0;
    const bytes = [word >>> 24, word >>> 16, word >>> 8, word].map((byte) => byte & 255);
    const tail = bytes.slice(2 * random(2));
    return write(file, at, random(2) === 0 ? tail : tail.reverse());
  },
  (file, at, random) => splice(file, at, 1 + random(20), new Uint8Array()),
  (file, at, random) => splice(file, at, 0, file.subarray(at, at + 1 + random(40))),
  (file, at, random) => splice(file, at, 0, new Uint8Array(1 + random(4)).fill(random(256))),
  (file, at, random) => file.subarray(0, Math.max(at, random(file.length))),
];

/** A file with a few places damaged; the same seed damages the same ones. Checksums of a PNG mostly fit again. */
export function mutate(source: Uint8Array, seed: number): Uint8Array<ArrayBuffer> {
  const random = createRandom(seed);
  let file: Uint8Array = new Uint8Array(source);
  for (let steps = 1 + random(1 + random(MAX_STEPS)); steps > 0 && file.length > 0; steps -= 1) {
    const reach = random(3) === 0 ? Math.min(HEADER_BYTES, file.length) : file.length;
    file = STEPS[random(STEPS.length)]?.(file, random(reach), random) ?? file;
  }
  const mutant = new Uint8Array(file);
  if (random(4) > 0) mendChecksums(mutant);
  return mutant;
}

/** Mulberry32: plenty to choose places with. */
function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e37_79b1);
  return (below) => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function write(file: Uint8Array, at: number, bytes: readonly number[]): Uint8Array {
  file.set(bytes.slice(0, file.length - at), at);
  return file;
}

function splice(file: Uint8Array, at: number, removed: number, added: Uint8Array): Uint8Array {
  return Buffer.concat([file.subarray(0, at), added, file.subarray(at + removed)]);
}

/** Of chunks from behind the signature on, as far as their lengths lead (PNG third edition, 5.3). */
function mendChecksums(file: Uint8Array): void {
  if (file[0] !== 0x89 || file[1] !== 0x50) return;
  const view = viewOf(file);
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > file.length) return;
    view.setUint32(end, crc32(file.subarray(at + 4, end)));
    at = end + 4;
  }
}
