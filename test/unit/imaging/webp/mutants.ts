import {
  type Chunk,
  chunk,
  chunksOf,
  fixture,
  STILL_FIXTURES,
  vp8,
  vp8l,
  webp,
} from '../../../support/webp-files.ts';

/** A damaged file, deterministic by seed. */
export interface Mutant {
  readonly seed: number;
  readonly source: string;
  readonly steps: readonly string[];
  readonly file: Buffer;
}

interface Random {
  /** An integer from 0 to `below` - 1. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
}

const SOURCES = [...STILL_FIXTURES, 'animated'] as const;
const TAGS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'EXIF', 'XMP ', 'ANIM', 'ANMF', 'abcd'];
const FLAG_OF: Record<string, number> = { ANIM: 2, 'XMP ': 4, EXIF: 8, ALPH: 0x10, ICCP: 0x20 };
const EDGE_SIZES = [0, 1, 2, 4, 8, 9, 10, 2 ** 31, 2 ** 32 - 10, 2 ** 32 - 8, 2 ** 32 - 1];
const donors: readonly Chunk[] = SOURCES.flatMap((name) => chunksOf(fixture(name)));
const sources = new Map(SOURCES.map((name) => [name, chunksOf(fixture(name))]));

type ChunkMutation = (chunks: Chunk[], random: Random) => void;

const CHUNK_MUTATIONS: Record<string, ChunkMutation> = {
  'swap chunks': (chunks, random) => {
    const [a, b] = [random.int(chunks.length), random.int(chunks.length)];
    const [first, second] = [chunks[a], chunks[b]];
    if (first && second) [chunks[a], chunks[b]] = [second, first];
  },
  'drop a chunk': (chunks, random) => void chunks.splice(random.int(chunks.length), 1),
  'duplicate a chunk': (chunks, random) =>
    void chunks.splice(random.int(chunks.length + 1), 0, random.pick(chunks)),
  'borrow a chunk': (chunks, random) =>
    void chunks.splice(random.int(chunks.length + 1), 0, random.pick(donors)),
  'borrow metadata': (chunks, random) => {
    const name = random.pick(['ICCP', 'EXIF', 'XMP ', 'abcd']);
    const payload = Buffer.alloc(random.int(9), 0x61);
    chunks.splice(random.int(chunks.length + 1), 0, { name, payload });
  },
  'rename a chunk': (chunks, random) =>
    change(chunks, random, any, () => ({ name: random.pick(TAGS) })),
  'shorten a payload': (chunks, random) =>
    change(chunks, random, any, (payload) => ({
      payload: payload.subarray(0, random.int(random.chance(0.5) ? payload.length + 1 : 14)),
    })),
  'lengthen a payload': (chunks, random) =>
    change(chunks, random, any, (payload) => ({
      payload: Buffer.concat([payload, Buffer.alloc(1 + random.int(4), random.int(256))]),
    })),
  'misstate a chunk size': (chunks, random) =>
    change(chunks, random, any, (payload) => ({ size: nudge(payload.length, random, 2 ** 32) })),
  'write a padding byte': (chunks, random) =>
    change(chunks, random, any, () => ({ pad: random.int(256) })),
  'flip a VP8X flag': (chunks, random) =>
    change(chunks, random, isVp8x, (payload) => {
      payload.writeUInt8(payload.readUInt8(0) ^ (1 << random.int(8)));
    }),
  'set reserved bytes of VP8X': (chunks, random) =>
    change(chunks, random, isVp8x, (payload) => {
      payload.writeUInt8(random.int(256), 1 + random.int(3));
    }),
  'change the canvas': (chunks, random) =>
    change(chunks, random, isVp8x, (payload) => {
      const at = random.pick([4, 7]);
      payload.writeUIntLE(nudge(payload.readUIntLE(at, 3), random, 2 ** 24), at, 3);
    }),
  'change the image size': (chunks, random) =>
    change(chunks, random, isImage, (payload, { name }) => {
      const at = name === 'VP8L' ? random.pick([1, 2]) : random.pick([6, 8]);
      if (payload.length < at + 2) return;
      payload.writeUInt16LE(nudge(payload.readUInt16LE(at), random, 2 ** 16), at);
    }),
  'damage a payload head': (chunks, random) =>
    change(chunks, random, any, (payload) => {
      if (payload.length === 0) return;
      const at = random.int(Math.min(payload.length, 11));
      const old = payload.readUInt8(at);
      payload.writeUInt8(random.chance(0.5) ? old ^ (1 << random.int(8)) : random.int(256), at);
    }),
  'put another image in': (chunks, random) => {
    const [width, height] = [1 + random.int(40), 1 + random.int(40)];
    const image = random.chance(0.5)
      ? vp8(width, height, random.int(12))
      : vp8l(width, height, random.chance(0.5));
    chunks.splice(random.int(chunks.length + 1), random.int(2), image);
  },
  'make VP8X agree': (chunks, random) => {
    const flags = chunks.reduce((sum, { name }) => sum | (FLAG_OF[name] ?? 0), 0);
    const [first] = chunks;
    if (!chunks.some(isVp8x) && first && isImage(first) && chunks.length > 1) {
      const payload = Buffer.alloc(10);
      payload.writeUIntLE(22, 4, 3);
      payload.writeUIntLE(16, 7, 3);
      chunks.unshift(chunk('VP8X', payload));
    }
    change(chunks, random, isVp8x, (payload) => void payload.writeUInt8(flags));
  },
};

type FileMutation = (file: Buffer, random: Random) => Buffer;

const FILE_MUTATIONS: Record<string, FileMutation> = {
  'misstate the RIFF size': (file, random) => {
    if (file.length < 8) return file;
    file.writeUInt32LE(nudge(file.readUInt32LE(4), random, 2 ** 32), 4);
    return file;
  },
  truncate: (file, random) =>
    file.subarray(0, random.int(random.chance(0.3) ? Math.min(64, file.length) : file.length)),
  'append bytes': (file, random) =>
    Buffer.concat([file, Buffer.alloc(1 + random.int(12), random.int(256))]),
  'append bytes and count them': (file, random) => {
    const longer = Buffer.concat([file, Buffer.alloc(1 + random.int(12), random.int(256))]);
    longer.writeUInt32LE(longer.length - 8, 4);
    return longer;
  },
  'flip a bit among the headers': (file, random) => {
    const at = random.int(Math.min(file.length, 50));
    file[at] = (file[at] ?? 0) ^ (1 << random.int(8));
    return file;
  },
  'write a byte anywhere': (file, random) => {
    file[random.int(file.length)] = random.int(256);
    return file;
  },
};

export const MUTATIONS = [...Object.keys(CHUNK_MUTATIONS), ...Object.keys(FILE_MUTATIONS)];

/** Applies one to four mutations to a fixture, first to chunks, so that surrounding sizes stay valid. */
export function makeMutant(seed: number): Mutant {
  const random = makeRandom(seed);
  const source = random.pick(SOURCES);
  const chunks = [...(sources.get(source) ?? [])];
  const steps: string[] = [];
  const chunkSteps = random.int(4);
  for (let i = 0; i < chunkSteps && chunks.length > 0; i++) {
    const step = random.pick(Object.keys(CHUNK_MUTATIONS));
    CHUNK_MUTATIONS[step]?.(chunks, random);
    steps.push(step);
  }
  if (chunkSteps > 0 && random.chance(0.4)) {
    CHUNK_MUTATIONS['make VP8X agree']?.(chunks, random);
    steps.push('make VP8X agree');
  }
  let file = webp(chunks);
  if (chunkSteps === 0 || random.chance(0.25)) {
    const step = random.pick(Object.keys(FILE_MUTATIONS));
    file = FILE_MUTATIONS[step]?.(file, random) ?? file;
    steps.push(step);
  }
  return { seed, source, steps, file };
}

/** Mulberry32. */
function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[int(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

function change(
  chunks: Chunk[],
  random: Random,
  wanted: (chunk: Chunk) => boolean,
  edit: (payload: Buffer, chunk: Chunk) => Partial<Chunk> | void,
): void {
  const candidates = chunks.filter(wanted);
  if (candidates.length === 0) return;
  const target = random.pick(candidates);
  const payload = Buffer.from(target.payload);
  chunks[chunks.indexOf(target)] = { ...target, payload, ...edit(payload, target) };
}

function isVp8x({ name, payload }: Chunk): boolean {
  return name === 'VP8X' && payload.length >= 10;
}

function isImage({ name }: Chunk): boolean {
  return name === 'VP8 ' || name === 'VP8L';
}

function any(): boolean {
  return true;
}

function nudge(value: number, random: Random, limit: number): number {
  return random.chance(0.5)
    ? (value + random.pick([-2, -1, 1, 2]) + limit) % limit
    : random.pick([...EDGE_SIZES, random.int(limit)]) % limit;
}
