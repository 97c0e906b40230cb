import type { WebpFault } from '../../../../src/imaging/webp/faults.ts';
import { type Chunk, chunk } from '../../../support/webp-files.ts';

/** A file as webpinfo sees it: the complete chunks within the RIFF size. */
interface Outline {
  readonly file: Buffer;
  readonly riffEnd: number;
  readonly chunks: readonly Chunk[];
}

/** A reason to refuse what webpinfo accepts; explains only these faults in such files. */
interface Difference {
  readonly why: string;
  readonly faults: readonly WebpFault[];
  appliesTo(outline: Outline): boolean;
}

/** Everything that the walker refuses and webpinfo (libwebp 1.2.4) accepts. There is nothing the other way round. */
export const DIFFERENCES: readonly Difference[] = [
  {
    why: 'webpinfo warns of bytes after the RIFF chunk; Tintype serves files as they are, so it takes none',
    faults: ['trailing_bytes'],
    appliesTo: ({ file, riffEnd }) => file.length > riffEnd,
  },
  {
    why: 'webpinfo accepts animations; Tintype hosts still images, whatever the flag says',
    faults: ['animated'],
    appliesTo: (outline) => (flagsOf(outline) & 2) !== 0 || has(outline, 'ANIM', 'ANMF'),
  },
  {
    why: 'webpinfo does not look at padding; RFC 9649, 2.3 has it zero',
    faults: ['padding'],
    appliesTo: ({ chunks }) => chunks.some(({ pad }) => pad !== 0),
  },
  {
    why: 'webpinfo takes chunks of the extended format ahead of its header; RFC 9649, 2.7 puts VP8X first',
    faults: ['chunk_order'],
    appliesTo: (outline) => indexOf(outline, 'VP8X', 'VP8 ', 'VP8L') !== 0,
  },
  {
    why: 'webpinfo takes other chunks beside the image without VP8X; the simple formats (RFC 9649, 2.5 and 2.6) have one chunk',
    faults: ['unexpected_chunk'],
    appliesTo: (outline) => indexOf(outline, 'VP8X') < 0 && outline.chunks.length > 1,
  },
  {
    why: 'webpinfo takes a profile between alpha and image; RFC 9649, 2.7 puts ICCP before the image data',
    faults: ['chunk_order'],
    appliesTo: (outline) => {
      const alpha = indexOf(outline, 'ALPH');
      return alpha >= 0 && outline.chunks.slice(alpha).some(({ name }) => name === 'ICCP');
    },
  },
  {
    why: 'webpinfo counts profiles and metadata without a limit; with two of a kind readers may disagree on which one counts',
    faults: ['duplicate_chunk'],
    appliesTo: ({ chunks }) =>
      ['ICCP', 'EXIF', 'XMP '].some(
        (kind) => chunks.filter(({ name }) => name === kind).length > 1,
      ),
  },
  {
    why: 'webpinfo only warns of ALPH beside VP8L, which has its own alpha; demuxers refuse such a file',
    faults: ['unexpected_chunk', 'chunk_order'],
    appliesTo: (outline) => has(outline, 'ALPH') && has(outline, 'VP8L'),
  },
  {
    why: 'webpinfo looks into ALPH only when it parses bitstreams; such alpha cannot be decoded',
    faults: ['bad_alpha'],
    appliesTo: (outline) => {
      const alpha = payloadOf(outline, 'ALPH');
      const canvas = payloadOf(outline, 'VP8X');
      const pixels = (canvas.readUIntLE(4, 3) + 1) * (canvas.readUIntLE(7, 3) + 1);
      const [head = 0] = alpha;
      const isRawTooShort = (head & 3) === 0 && alpha.length - 1 < pixels;
      return alpha.length < 2 || (head & 3) > 1 || ((head >> 4) & 3) > 1 || isRawTooShort;
    },
  },
  {
    why: 'webpinfo compares the padded size of VP8X, and reads its last byte from the padding',
    faults: ['bad_vp8x'],
    appliesTo: (outline) => payloadOf(outline, 'VP8X').length === 9,
  },
  {
    why: 'webpinfo compares the first partition with the whole VP8 chunk; it has to fit behind the frame header',
    faults: ['bad_vp8'],
    appliesTo: (outline) => {
      const image = payloadOf(outline, 'VP8 ');
      return image.length >= 3 && 10 + (image.readUIntLE(0, 3) >> 5) >= image.length;
    },
  },
];

/** Explains why the walker refuses a file that webpinfo accepts; undefined without a reason. */
export function explain(file: Buffer, fault: WebpFault): Difference | undefined {
  const outline = outlineOf(file);
  return DIFFERENCES.find(
    (difference) => difference.faults.includes(fault) && difference.appliesTo(outline),
  );
}

function outlineOf(file: Buffer): Outline {
  const riffEnd = file.length < 12 ? 0 : file.readUInt32LE(4) + 8;
  const chunks: Chunk[] = [];
  let at = 12;
  while (at + 8 <= Math.min(riffEnd, file.length)) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size;
    chunks.push({ ...chunk(name, file.subarray(at + 8, end)), pad: (size % 2 && file[end]) || 0 });
    at = end + (size % 2);
  }
  return { file, riffEnd, chunks };
}

function indexOf({ chunks }: Outline, ...names: string[]): number {
  return chunks.findIndex(({ name }) => names.includes(name));
}

function has(outline: Outline, ...names: string[]): boolean {
  return indexOf(outline, ...names) >= 0;
}

function payloadOf({ chunks }: Outline, name: string): Buffer {
  return Buffer.from(chunks.find((chunk) => chunk.name === name)?.payload ?? []);
}

function flagsOf(outline: Outline): number {
  return payloadOf(outline, 'VP8X')[0] ?? 0;
}
