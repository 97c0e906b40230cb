import { describe, expect, it, vi } from 'vitest';
import type { Codecs, Drawing } from '../../../../src/client/imaging/codecs/codecs.ts';
import { PrepareError } from '../../../../src/client/imaging/prepare-error.ts';
import { prepareParts } from '../../../../src/client/imaging/prepare-parts.ts';
import { ascii, concat, uint32 } from '../../imaging/fixtures/bytes.ts';
import { encodePng, jpegHeaders, pngChunk } from '../../imaging/fixtures/craft.ts';
import { codecs, encodeAvif, encodeJpeg, encodeWebp } from '../../imaging/fixtures/encoders.ts';
import { paintQuadrants } from '../../imaging/fixtures/images.ts';
import { RECIPE } from './fixtures/recipe.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const PICTURE = paintQuadrants(48, 32);
/** Messages of libraries and engines. */
const JARGON =
  /unwrap|DataView|exit|abort|undefined|null|unreachable|wasm|RangeError|bounds|marker/iu;

const refusalOf = async (file: Uint8Array, using: Codecs = codecs): Promise<PrepareError> => {
  const error: unknown = await prepareParts(file, RECIPE, using).catch((thrown: unknown) => thrown);
  if (!(error instanceof PrepareError)) throw new Error('It was not refused', { cause: error });
  return error;
};

const failing = (during: 'draw' | keyof Drawing, error: unknown): Codecs => ({
  ...codecs,
  draw: async (request) => {
    if (during === 'draw') throw error;
    return { ...(await codecs.draw(request)), [during]: () => Promise.reject(error) };
  },
});

/** A JPEG with complete headers of this frame type and precision. */
function jpegOf(marker: number, precision: number): Uint8Array {
  const file = jpegHeaders(10, 10, 3).slice();
  file[3] = marker;
  file[6] = precision;
  return file;
}

describe('an unsupported coding', () => {
  it.each([
    ['arithmetic JPEG', jpegOf(0xc9, 8), 'coded arithmetically'],
    ['progressive arithmetic JPEG', jpegOf(0xca, 8), 'coded arithmetically'],
    ['lossless JPEG', jpegOf(0xc3, 8), 'lossless'],
    ['JPEG of 12 bits', jpegOf(0xc1, 12), '12 bits'],
  ])('is reported for %s, not as damage', async (_, file, words) => {
    const { code, message } = await refusalOf(file);
    expect(code).toBe('unsupported_coding');
    expect(message).toContain(words);
    expect(message).toContain('cannot be read here');
    expect(message).not.toContain('damaged');
  });

  it.each([
    ['PQ', 16],
    ['HLG', 18],
  ])('is reported as HDR (%s)', async (_, transfer) => {
    const cicp = pngChunk('cICP', Uint8Array.of(9, transfer, 0, 1));
    const { code, message } = await refusalOf(encodePng(PICTURE, [cicp]));
    expect(code).toBe('unsupported_color');
    expect(message).toContain('HDR');
  });
});

describe('a codec’s message', () => {
  it.each([
    new Error('called `Result::unwrap_throw()` on an `Err` value'),
    new RangeError('Offset is outside the bounds of the DataView'),
    'Program terminated with exit(1)',
    new WebAssembly.RuntimeError('unreachable'),
    new WebAssembly.RuntimeError('memory access out of bounds'),
    undefined,
  ])('is not shown to the user: %s', async (thrown) => {
    const file = encodePng(PICTURE);
    const whileDecoding = await refusalOf(file, failing('draw', thrown));
    expect(whileDecoding).toMatchObject({ code: 'malformed', cause: thrown });
    expect(whileDecoding.message).toContain('is damaged');
    expect(whileDecoding.message).not.toMatch(JARGON);
    for (const during of ['encodeFrame', 'encodeMaster'] as const) {
      const whileEncoding = await refusalOf(file, failing(during, thrown));
      expect(whileEncoding).toMatchObject({ code: 'processing_failed', cause: thrown });
      expect(whileEncoding.message).not.toMatch(JARGON);
    }
  });

  it.each(['Array buffer allocation failed', 'WebAssembly.Instance(): Out of memory'])(
    'for lack of memory is no damage: %s',
    async (text) => {
      for (const during of ['draw', 'encodeFrame', 'encodeMaster'] as const) {
        const refusal = await refusalOf(encodePng(PICTURE), failing(during, new RangeError(text)));
        expect(refusal.code).toBe('out_of_memory');
        expect(refusal.message).not.toMatch(JARGON);
      }
    },
  );

  it('does not appear in messages about damaged files', async () => {
    const files = [
      await encodeJpeg(PICTURE),
      encodePng(PICTURE),
      await encodeWebp(PICTURE),
      await encodeAvif(PICTURE),
    ];
    for (const file of files) {
      for (const share of [0.1, 0.3, 0.5, 0.7]) {
        const cut = file.subarray(0, Math.max(12, Math.floor(file.length * share)));
        const { code, message } = await refusalOf(cut);
        expect(code).toBe('malformed');
        expect(message).toContain('is damaged');
        expect(message).not.toMatch(JARGON);
      }
    }
  });

  it('does not appear in the message about a PNG with a broken body', async () => {
    const header = concat(uint32(8), uint32(8), Uint8Array.of(8, 9, 0, 0, 0));
    const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', ascii('no data'))];
    const { message } = await refusalOf(concat(signature, ...chunks));
    expect(message).not.toMatch(JARGON);
  });
});
