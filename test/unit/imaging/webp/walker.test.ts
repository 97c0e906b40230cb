import { describe, expect, it } from 'vitest';

import {
  describeWebpFault,
  WEBP_FAULTS,
  type WebpFault,
} from '../../../../src/imaging/webp/faults.ts';
import { inspectWebp, WebpWalker } from '../../../../src/imaging/webp/walker.ts';
import {
  type Chunk,
  chunk,
  chunksOf,
  fixture,
  STILL_FIXTURES,
  vp8,
  vp8l,
  vp8x,
  webp,
} from '../../../support/webp-files.ts';

const ANIMATION = 0x02;
const XMP = 0x04;
const EXIF = 0x08;
const ALPHA = 0x10;
const ICCP = 0x20;

const icc = chunk('ICCP', 'profile');
const exif = chunk('EXIF', 'exif');
const xmp = chunk('XMP ', 'xmp');
const unknown = chunk('abcd', 'whatever');
const alpha = chunk('ALPH', new Uint8Array([0, ...Array.from({ length: 12 }, () => 255)]));
const image = vp8(4, 3);
const extended = (flags: number, ...chunks: Chunk[]): Buffer =>
  webp([vp8x(flags, 4, 3), ...chunks]);
const patched = (file: Uint8Array, at: number, ...bytes: number[]): Buffer => {
  const copy = Buffer.from(file);
  copy.set(bytes, at);
  return copy;
};
const withRiffSize = (file: Uint8Array, size: number): Buffer => {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(size, 4);
  return copy;
};
const pushAll = (...pieces: Uint8Array[]): WebpWalker => {
  const walker = new WebpWalker();
  for (const piece of pieces) walker.push(piece);
  return walker;
};

const simple = webp([image]);

const refusals: Record<string, [WebpFault, Uint8Array]> = {
  'an empty file': ['truncated', new Uint8Array()],
  'a file of another kind': ['not_riff', Buffer.from('\x89PNG\r\n\x1a\n0123')],
  'a RIFF file of another kind': ['not_riff', Buffer.from('RIFF\x08\0\0\0WAVEfmt ')],
  'a RIFF size that is odd': ['riff_size', withRiffSize(simple, simple.length - 7)],
  'a RIFF size of nothing': ['riff_size', withRiffSize(simple, 0)],
  'a RIFF size that leaves no room for a chunk': ['riff_size', withRiffSize(simple, 10)],
  'a RIFF size over 2^32 - 10': ['riff_size', withRiffSize(simple, 2 ** 32 - 8)],
  'a RIFF size that is larger than the file': [
    'truncated',
    withRiffSize(webp([vp8x(0, 4, 3), image]), 2 ** 32 - 10),
  ],
  'a byte after the RIFF chunk': ['trailing_bytes', Buffer.concat([simple, Buffer.of(0)])],
  'a chunk that is larger than the file': ['chunk_size', patched(simple, 16, 0, 0, 0, 1)],
  'a chunk of 2^32 - 1 bytes': ['chunk_size', patched(simple, 16, 255, 255, 255, 255)],
  'a chunk that leaves room for half a header': ['chunk_size', patched(simple, 16, 16)],
  'a padding byte that is not zero': ['padding', extended(ICCP, { ...icc, pad: 1 }, image)],
  'the animation flag': ['animated', extended(ANIMATION, image)],
  'an ANIM chunk without the flag': ['animated', extended(0, chunk('ANIM', '123456'), image)],
  'an ANMF chunk without the flag': ['animated', extended(0, chunk('ANMF', 'frame'), image)],
  'an ANMF chunk after the image': ['animated', extended(0, image, chunk('ANMF', 'frame'))],
  'a real animation': ['animated', fixture('animated')],
  'a VP8X chunk that is too short': ['bad_vp8x', webp([chunk('VP8X', '12345678'), image])],
  'a VP8X chunk that is too long': ['bad_vp8x', webp([chunk('VP8X', new Uint8Array(12)), image])],
  'a VP8 chunk without a whole header': ['bad_vp8', webp([chunk('VP8 ', '123456789')])],
  'an empty VP8 chunk': ['bad_vp8', webp([chunk('VP8 ', '')])],
  'a VP8 frame that is no key frame': ['bad_vp8', patched(simple, 20, 0x91)],
  'a VP8 frame that is not shown': ['bad_vp8', patched(simple, 20, 0x80)],
  'a VP8 profile over 3': ['bad_vp8', patched(simple, 20, 0x98)],
  'a VP8 frame without its start code': ['bad_vp8', patched(simple, 23, 0x9c)],
  'a VP8 first partition that fills its chunk': ['bad_vp8', webp([vp8(4, 3, 10)])],
  'a VP8 width of 0': ['bad_vp8', webp([vp8(0, 3)])],
  'a VP8 height of 0': ['bad_vp8', webp([vp8(4, 0)])],
  'a VP8L chunk without a whole header': ['bad_vp8l', webp([chunk('VP8L', '/123')])],
  'a VP8L chunk without its signature': ['bad_vp8l', patched(webp([vp8l(4, 3)]), 20, 0x2e)],
  'a VP8L version over 0': ['bad_vp8l', patched(webp([vp8l(4, 3)]), 24, 0x20)],
  'an ALPH chunk without data': ['bad_alpha', extended(ALPHA, chunk('ALPH', '\0'), image)],
  'an empty ALPH chunk': ['bad_alpha', extended(ALPHA, chunk('ALPH', ''), image)],
  'an unknown alpha compression': ['bad_alpha', extended(ALPHA, chunk('ALPH', '\x02123'), image)],
  'an unknown alpha preprocessing': ['bad_alpha', extended(ALPHA, chunk('ALPH', '\x21123'), image)],
  'raw alpha with fewer bytes than pixels': [
    'bad_alpha',
    extended(ALPHA, { ...alpha, payload: alpha.payload.subarray(1) }, image),
  ],
  'metadata before VP8X': ['chunk_order', webp([exif, vp8x(EXIF, 4, 3), image])],
  'an unknown chunk at the begin': ['chunk_order', webp([unknown, image])],
  'an ALPH chunk at the begin': ['chunk_order', webp([alpha, image])],
  'ICCP after the image': ['chunk_order', extended(ICCP, image, icc)],
  'ICCP after ALPH': ['chunk_order', extended(ICCP | ALPHA, alpha, icc, image)],
  'ALPH after the image': ['chunk_order', extended(ALPHA, image, alpha)],
  'a second VP8X chunk': ['duplicate_chunk', extended(0, vp8x(0, 4, 3), image)],
  'a second ICCP chunk': ['duplicate_chunk', extended(ICCP, icc, icc, image)],
  'a second ALPH chunk': ['duplicate_chunk', extended(ALPHA, alpha, alpha, image)],
  'a second EXIF chunk': ['duplicate_chunk', extended(EXIF, exif, image, exif)],
  'a second XMP chunk': ['duplicate_chunk', extended(XMP, image, xmp, xmp)],
  'a second image': ['duplicate_chunk', extended(0, image, image)],
  'a second image of the other kind': ['duplicate_chunk', extended(0, image, vp8l(4, 3))],
  'ALPH beside VP8L': ['unexpected_chunk', extended(ALPHA, alpha, vp8l(4, 3))],
  'metadata in the simple format': ['unexpected_chunk', webp([image, exif])],
  'an unknown chunk in the simple format': ['unexpected_chunk', webp([image, unknown])],
  'VP8X after the image': ['unexpected_chunk', webp([image, vp8x(0, 4, 3)])],
  'two images in the simple format': ['unexpected_chunk', webp([image, image])],
  'no image': ['missing_image', extended(EXIF, exif)],
  'nothing but VP8X': ['missing_image', extended(0)],
  'a canvas wider than its image': ['canvas_mismatch', extended(0, vp8(3, 3))],
  'a canvas higher than its image': ['canvas_mismatch', extended(0, vp8l(4, 2))],
  'the ICCP flag without a profile': ['flags_mismatch', extended(ICCP, image)],
  'a profile without the ICCP flag': ['flags_mismatch', extended(0, icc, image)],
  'the EXIF flag without EXIF': ['flags_mismatch', extended(EXIF, image)],
  'EXIF without its flag': ['flags_mismatch', extended(0, image, exif)],
  'the XMP flag without XMP': ['flags_mismatch', extended(XMP, image)],
  'XMP without its flag': ['flags_mismatch', extended(0, xmp, image)],
  'an ALPH chunk without the alpha flag': ['flags_mismatch', extended(0, alpha, image)],
  'VP8L alpha without the alpha flag': ['flags_mismatch', extended(0, vp8l(4, 3, true))],
};

describe('the WebP walker refuses', () => {
  for (const [what, [fault, file]] of Object.entries(refusals)) {
    it(`${what} (${fault})`, () => {
      expect(inspectWebp(file)).toEqual({ ok: false, error: fault });
    });
  }

  it('has a test above for every fault, and a sentence for each', () => {
    const tested = new Set(Object.values(refusals).map(([fault]) => fault));
    expect([...tested].toSorted()).toEqual(WEBP_FAULTS.toSorted());
    const sentences = WEBP_FAULTS.map(describeWebpFault);
    expect(new Set(sentences).size).toBe(WEBP_FAULTS.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{15,80}\.$/);
  });
});

const nothingElse = {
  hasAlpha: false,
  hasIccp: false,
  hasExif: false,
  hasXmp: false,
  hasUnknown: false,
};

describe('the WebP walker accepts', () => {
  it('the simple lossy format', () => {
    expect(inspectWebp(simple)).toEqual({
      ok: true,
      value: { width: 4, height: 3, format: 'lossy', extended: false, ...nothingElse },
    });
  });

  it('the simple lossless format, and reads its alpha bit', () => {
    expect(inspectWebp(webp([vp8l(4, 3, true)]))).toEqual({
      ok: true,
      value: {
        width: 4,
        height: 3,
        format: 'lossless',
        extended: false,
        ...nothingElse,
        hasAlpha: true,
      },
    });
  });

  it('every chunk of a still image, odd lengths included', () => {
    const file = extended(ICCP | ALPHA | EXIF | XMP, icc, alpha, image, exif, xmp, unknown);
    expect(inspectWebp(file)).toEqual({
      ok: true,
      value: {
        width: 4,
        height: 3,
        format: 'lossy',
        extended: true,
        hasAlpha: true,
        hasIccp: true,
        hasExif: true,
        hasXmp: true,
        hasUnknown: true,
      },
    });
  });

  const accepted: Record<string, Uint8Array> = {
    'metadata and unknown chunks anywhere after VP8X': extended(
      EXIF | XMP,
      unknown,
      exif,
      image,
      unknown,
      xmp,
    ),
    'an unknown chunk of no bytes at the end': extended(0, image, chunk('abcd', '')),
    'an alpha flag that promises more than there is': extended(ALPHA, image),
    'reserved bits of VP8X that are set': patched(extended(0, image), 20, 0xc1, 9, 9, 9),
    'reserved bits of ALPH that are set': extended(
      ALPHA,
      { ...alpha, payload: Buffer.concat([Buffer.of(0xc0), alpha.payload.subarray(1)]) },
      image,
    ),
    'upscaling bits in a VP8 header': patched(simple, 27, 0xc0),
  };
  for (const [what, file] of Object.entries(accepted)) {
    it(what, () => {
      expect(inspectWebp(file)).toMatchObject({ ok: true, value: { width: 4, height: 3 } });
    });
  }

  it('files of the reference encoder', () => {
    for (const name of STILL_FIXTURES) {
      const side = name === 'one-pixel' ? { width: 1, height: 1 } : { width: 23, height: 17 };
      expect(inspectWebp(fixture(name)), name).toMatchObject({ ok: true, value: side });
    }
  });

  it('VP8 sizes from 1 to 16383 and VP8L sizes from 1 to 16384', () => {
    for (const [width, height] of [
      [1, 1],
      [1, 16_383],
      [16_383, 1],
      [16_383, 16_383],
    ] as const) {
      const side = { ok: true, value: { width, height } };
      expect(inspectWebp(webp([vp8(width, height)]))).toMatchObject(side);
      expect(inspectWebp(webp([vp8l(width, height)]))).toMatchObject(side);
      expect(inspectWebp(webp([vp8x(0, width, height), vp8(width, height)]))).toMatchObject(side);
    }
    const largest = { ok: true, value: { width: 16_384, height: 16_384 } };
    expect(inspectWebp(webp([vp8l(16_384, 16_384)]))).toMatchObject(largest);
  });
});

describe('the WebP walker, fed piece by piece,', () => {
  const files: Record<string, Uint8Array> = {
    ...Object.fromEntries(Object.entries(refusals).map(([what, [, file]]) => [what, file])),
    ...Object.fromEntries(STILL_FIXTURES.map((name) => [name, fixture(name)])),
  };

  it('returns the same verdict wherever the file is split in two', () => {
    for (const [what, file] of Object.entries(files)) {
      const whole = inspectWebp(file);
      for (let at = 0; at <= file.length; at++) {
        const halves = pushAll(file.subarray(0, at), file.subarray(at));
        expect(halves.finish(), `${what}, split at ${at}`).toEqual(whole);
      }
    }
  });

  it('returns the same verdict byte by byte, empty chunks between', () => {
    for (const [what, file] of Object.entries(files)) {
      const pieces = Array.from(file, (byte) => [Uint8Array.of(byte), new Uint8Array()]).flat();
      expect(pushAll(...pieces).finish(), what).toEqual(inspectWebp(file));
    }
  });

  it('reports every proper prefix of a valid file as truncated', () => {
    for (const name of STILL_FIXTURES) {
      const file = fixture(name);
      for (let length = 0; length < file.length; length++) {
        const verdict = inspectWebp(file.subarray(0, length));
        expect(verdict, `${name}, ${length} bytes`).toEqual({ ok: false, error: 'truncated' });
      }
    }
  });

  it('reports the geometry right after its header, and not before', () => {
    const file = fixture('lossy-alpha');
    const canvasEnd = 12 + 8 + 10;
    expect(pushAll(file.subarray(0, canvasEnd - 1)).canvas).toBeNull();
    expect(pushAll(file.subarray(0, canvasEnd)).canvas).toEqual({ width: 23, height: 17 });
    expect(pushAll(fixture('lossless').subarray(0, 25)).canvas).toEqual({
      width: 23,
      height: 17,
    });
  });

  it('reports a fault at the byte that causes it, and keeps it', () => {
    const walker = pushAll(Buffer.from('GIF89a012345'));
    expect(walker.fault).toBe('not_riff');
    walker.push(simple);
    expect(walker.fault).toBe('not_riff');
    expect(walker.finish()).toEqual({ ok: false, error: 'not_riff' });
  });

  it('skips a payload near the 4 GiB limit', () => {
    const payloadBytes = 2 ** 32 - 68;
    const head = extended(0, image, { ...chunk('abcd', ''), size: payloadBytes });
    const walker = pushAll(withRiffSize(head, head.length - 8 + payloadBytes));
    const slab = new Uint8Array(2 ** 26);
    for (let left = payloadBytes; left > 0; left -= slab.length) {
      expect(walker.finish()).toEqual({ ok: false, error: 'truncated' });
      walker.push(slab.subarray(0, left));
    }
    expect(walker.finish()).toMatchObject({ ok: true });
    walker.push(slab.subarray(0, 1));
    expect(walker.finish()).toEqual({ ok: false, error: 'trailing_bytes' });
  });

  it('is not misled by a chunk header inside a payload', () => {
    const inner = Buffer.from(webp(chunksOf(fixture('animated'))));
    expect(inspectWebp(extended(0, chunk('abcd', inner), image))).toMatchObject({ ok: true });
  });
});
