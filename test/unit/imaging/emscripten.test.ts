import { defaultOptions as avifOptions } from '@jsquash/avif/meta.js';
import avifDecoder from '@jsquash/avif/codec/dec/avif_dec.js';
import avifEncoder from '@jsquash/avif/codec/enc/avif_enc.js';
import jpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import jpegEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import { defaultOptions as jpegOptions } from '@jsquash/jpeg/meta.js';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { WasmEncoder } from '../../../src/worker/imaging/codec-engine.ts';
import { type CodecFactory, CodecHost } from '../../../src/imaging/codec-host.ts';
import type { WasmDecoder } from '../../../src/imaging/decoders/wasm-decoder.ts';
import {
  AVIF_DECODER_NAMES,
  AVIF_ENCODER_NAMES,
  JPEG_DECODER_NAMES,
  JPEG_ENCODER_NAMES,
} from '../../../src/worker/imaging/emscripten/codec-names.ts';
import { createEmscriptenFactory } from '../../../src/worker/imaging/emscripten/open-emscripten-codec.ts';
import { Values } from '../../../src/worker/imaging/emscripten/values.ts';
import { MemoryBudget } from '../../../src/imaging/memory-budget.ts';

const WIDTH = 37;
const HEIGHT = 21;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const CODECS = {
  jpegDecoder: ['jpeg/codec/dec/mozjpeg_dec', JPEG_DECODER_NAMES, jpegDecoder],
  jpegEncoder: ['jpeg/codec/enc/mozjpeg_enc', JPEG_ENCODER_NAMES, jpegEncoder],
  avifDecoder: ['avif/codec/dec/avif_dec', AVIF_DECODER_NAMES, avifDecoder],
  avifEncoder: ['avif/codec/enc/avif_enc', AVIF_ENCODER_NAMES, avifEncoder],
} as const;

type CodecName = keyof typeof CODECS;

const readPackage = (path: string) =>
  readFile(fileURLToPath(import.meta.resolve(`@jsquash/${path}`)));

/** Two hosts of the same codec: one with the package's glue, one with ours. */
const openBoth = async <Codec>(name: CodecName): Promise<CodecHost<Codec>[]> => {
  const [path, names, glue] = CODECS[name];
  const compiled = await WebAssembly.compile(await readPackage(`${path}.wasm`));
  const factories = [glue as unknown as CodecFactory<Codec>, createEmscriptenFactory<Codec>(names)];
  return factories.map((factory) => new CodecHost(factory, compiled, new MemoryBudget()));
};

const samples = new Uint8ClampedArray(WIDTH * HEIGHT * 4).map((_, at) => (at * at) / 97 + at / 3);

const encodeBy = async (name: CodecName, options: object): Promise<(Uint8Array | null)[]> => {
  const hosts = await openBoth<WasmEncoder>(name);
  const encode = (codec: WasmEncoder) => codec.encode(samples, WIDTH, HEIGHT, options);
  return Promise.all(hosts.map(async (host) => (await host.use(encode)).value));
};

describe('the glue of codecs that Emscripten compiled', () => {
  it.each(Object.keys(CODECS) as CodecName[])('names all that the %s imports', async (name) => {
    const [path, names] = CODECS[name];
    const glue = (await readPackage(`${path}.js`)).toString();
    const imports = /wasmImports=\{([^}]*)\}/u.exec(glue)?.[1] ?? '';
    const exports = glue.matchAll(/\b_*(\w+)=wasmExports\["(\w)"\]/gu);
    const byLetter = new Map([
      ...imports.split(',').map((it) => it.split(/:_*/u) as [letter: string, name: string]),
      ...[...exports].map(([, name = '', letter = '']) => [letter, name] as const),
    ]);
    expect(imports.split(',').length).toBeGreaterThan(20);
    expect(names).toEqual(names.map((_, index) => byLetter.get(LETTERS.charAt(index))));
  });

  it.each([
    ['jpeg', jpegOptions, [false], []],
    ['avif', { ...avifOptions, speed: 10 }, [8], [10]],
  ] as const)(
    'returns the same %s and pixels as that of the package',
    async (type, options, args, refusedArgs) => {
      const [expected, file] = await encodeBy(`${type}Encoder`, { ...options, quality: 60 });
      expect(file).toEqual(expected);
      const [theirs, ours] = await openBoth<WasmDecoder>(`${type}Decoder`);
      const decode = async (
        host: CodecHost<WasmDecoder> | undefined,
        bytes = file,
        given: readonly (boolean | number)[] = args,
      ) => (await host?.use((codec) => codec.decode(bytes ?? new Uint8Array(), ...given)))?.value;
      const pixels = await decode(ours);
      expect(pixels?.data.length).toBe(samples.length);
      expect({ ...pixels }).toEqual({ ...(await decode(theirs)) });
      expect(await decode(ours, file?.subarray(0, 99))).toBeNull();
      expect(await decode(ours, file, refusedArgs)).toBeNull();
      expect({ ...(await decode(ours)) }).toEqual({ ...pixels });
    },
  );

  it('keeps a value until its last holder lets it go', () => {
    const values = new Values();
    const handle = values.add('a picture');
    values.hold(handle, 1);
    expect([values.take(handle), values.take(handle), values.take(handle)]).toEqual([
      'a picture',
      'a picture',
      undefined,
    ]);
    expect([4, 6, 8, 4].map((constant) => values.take(constant))).toEqual([
      null,
      true,
      false,
      null,
    ]);
  });

  it('refuses options that lack one', async () => {
    const { smoothing: _, ...rest } = jpegOptions;
    expect(await encodeBy('jpegEncoder', rest)).toEqual([null, null]);
  });
});
