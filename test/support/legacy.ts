import { joinBytes, utf8 } from '../../src/lib/bytes.ts';
import { ascii, concat } from '../unit/codecs/fixtures/bytes.ts';
import {
  exifSegment,
  insertSegments,
  jpegHeaders,
  pngChunk,
  writePng,
} from '../unit/codecs/fixtures/craft.ts';
import type { Interceptor } from './instrument.ts';
import { uploadClient, type Answer } from './uploads.ts';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Uploads as a whole exist where pipeline 2 is off. */
export const LEGACY_VARS = {
  V2_UPLOAD_ENABLED: 'false',
  UPLOAD_ACTIVE_SESSIONS_PER_USER: '1000',
  UPLOAD_SESSIONS_PER_MINUTE: '1000',
  // What waits for its job holds the allowance of what will be derived.
  DEFAULT_STORAGE_QUOTA_BYTES: '1000000000000',
} as const;

export interface FormPart {
  readonly name: string;
  readonly value: string | Uint8Array;
  readonly filename?: string;
}

/** A form as browsers write it, its parts in this order. */
export const makeForm = (parts: readonly FormPart[]): Uint8Array<ArrayBuffer> =>
  joinBytes([
    ...parts.flatMap(({ name, value, filename }) => {
      const file =
        filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: image/jpeg`;
      return [
        utf8(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
        typeof value === 'string' ? utf8(value) : value,
        utf8('\r\n'),
      ];
    }),
    utf8(`--${BOUNDARY}--\r\n`),
  ]);

export const filePart = (value: Uint8Array, filename = 'holiday.jpg'): FormPart => ({
  name: 'file',
  value,
  filename,
});

let made = 0;

/** A PNG that nobody has drawn, whose headers are sound; `bytes` are about its length. */
export const makePng = (width = 30, height = 20, bytes = 0): Uint8Array => {
  made += 1;
  const filler = new Uint8Array(bytes).fill(made % 256);
  const seed = pngChunk('tEXt', ascii(`seed\0${String(made)}`));
  return writePng({
    width,
    height,
    bitDepth: 8,
    colorType: 0,
    rows: [new Uint8Array(1)],
    chunks: [seed, pngChunk('fiLl', filler)],
  });
};

/** A JPEG that nobody has drawn; `bytes` of image data follow its headers. */
export const makeJpeg = (
  width: number,
  height: number,
  { orientation = 1, bytes = 0 }: { orientation?: number; bytes?: number } = {},
): Uint8Array => {
  const tiff = Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0);
  const exif = concat(tiff, Uint8Array.of(orientation, 0, 0, 0, 0, 0, 0));
  const headers = jpegHeaders(width, height, 3);
  const file = concat(headers.subarray(0, -2), new Uint8Array(bytes), headers.subarray(-2));
  return insertSegments(file, exifSegment(exif));
};

/** A GIF of one or more frames, each of a pixel. */
export const makeGif = (width: number, height: number, frames = 1): Uint8Array => {
  const size = Uint8Array.of(width & 255, width >> 8, height & 255, height >> 8);
  const frame = Uint8Array.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0);
  const all = Array.from({ length: frames }, () => frame);
  const palette = Uint8Array.of(0x80, 0, 0, 0, 0, 0, 255, 255, 255);
  return concat(ascii('GIF89a'), size, palette, ...all, Uint8Array.of(0x3b));
};

/** Uploads of pipeline 1 as a client speaks them. */
export const legacyClient = (...args: Parameters<typeof uploadClient>) => {
  const client = uploadClient(...args);
  const sendForm = (
    body: NonNullable<RequestInit['body']>,
    { key, ...headers }: { key?: string } & Record<string, string | undefined> = {},
  ): Promise<Answer> =>
    client.send('POST', '/images/', {
      body,
      headers: {
        'Content-Type': FORM_TYPE,
        ...(body instanceof Uint8Array ? { 'Content-Length': String(body.byteLength) } : {}),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(headers as Record<string, string>),
      },
    });
  return {
    ...client,
    sendForm,
    upload: (file: Uint8Array, key?: string) =>
      sendForm(makeForm([filePart(file)]), key === undefined ? {} : { key }),
    readQueue: (id: string) => client.send('GET', `/upload/queue/${id}`),
  };
};

export type LegacyClient = ReturnType<typeof legacyClient>;

/** Loses every message of a job, so that nothing but a test moves what it looks at. */
export const loseJobs =
  (next: Interceptor = (_call, proceed) => proceed()): Interceptor =>
  (call, proceed) =>
    next(call, call.binding.endsWith('_QUEUE') ? async () => undefined : proceed);
