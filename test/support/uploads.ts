import { sha256Hex, utf8 } from '../../src/shared/bytes.ts';
import { containSize } from '../../src/shared/recipe-geometry.ts';
import type { Interceptor } from './instrument.ts';

export const KINDS = ['master', 'gallery', 'admin', 'publish_source'] as const;

export type Kind = (typeof KINDS)[number];

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const VP8L_HEADER_BYTES = 5;

/**
 * A WebP with a sound container and no real pixels: a lossless header of the given size, then filler up to `bytes`
 * (even, at least 26). `seed` makes it differ from others of its size.
 */
export const makeContainer = (
  width: number,
  height: number,
  bytes = 64,
  seed = 0,
): Uint8Array<ArrayBuffer> => {
  const file = new Uint8Array(bytes);
  file.fill(seed, RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES + VP8L_HEADER_BYTES);
  const view = new DataView(file.buffer);
  const write = (at: number, text: string) => file.set(utf8(text), at);
  write(0, 'RIFF');
  view.setUint32(4, bytes - 8, true);
  write(8, 'WEBPVP8L');
  view.setUint32(16, bytes - RIFF_HEADER_BYTES - CHUNK_HEADER_BYTES, true);
  view.setUint8(20, 0x2f);
  view.setUint32(21, (width - 1) | ((height - 1) << 14), true);
  return file;
};

/** A sound container with additional data: `EXIF`, `XMP ` or a chunk of an unknown kind. */
export const makeWithMetadata = (
  width: number,
  height: number,
  chunk: 'EXIF' | 'XMP ' | 'JUNK',
): Uint8Array<ArrayBuffer> => {
  const VP8X_BYTES = 18;
  const METADATA_BYTES = 12;
  const picture = makeContainer(width, height).subarray(RIFF_HEADER_BYTES);
  const file = new Uint8Array(RIFF_HEADER_BYTES + VP8X_BYTES + picture.byteLength + METADATA_BYTES);
  const view = new DataView(file.buffer);
  file.set(utf8('RIFF    WEBPVP8X'));
  view.setUint32(4, file.byteLength - CHUNK_HEADER_BYTES, true);
  view.setUint32(16, 10, true);
  view.setUint8(20, { EXIF: 0x08, 'XMP ': 0x04, JUNK: 0 }[chunk]);
  view.setUint16(24, width - 1, true);
  view.setUint16(27, height - 1, true);
  file.set(picture, RIFF_HEADER_BYTES + VP8X_BYTES);
  file.set(utf8(chunk), file.byteLength - METADATA_BYTES);
  view.setUint32(file.byteLength - METADATA_BYTES + 4, 4, true);
  return file;
};

export interface ManifestPart {
  readonly kind: Kind;
  readonly size: number;
  readonly sha256: string;
  readonly mime_type: string;
  readonly width: number;
  readonly height: number;
  readonly quality: number;
}

export interface Prepared {
  readonly manifest: {
    readonly filename: string;
    readonly visibility: string;
    readonly processor_version: string;
    readonly recipe_version: string;
    readonly source: {
      readonly mime_type: string;
      readonly width: number;
      readonly height: number;
      readonly animated: boolean;
    };
    readonly parts: readonly ManifestPart[];
  };
  readonly bodies: Readonly<Record<Kind, Uint8Array<ArrayBuffer>>>;
}

export interface PreparedOptions {
  readonly width?: number;
  readonly height?: number;
  readonly filename?: string;
  readonly visibility?: 'public' | 'private';
  /** Bytes of each part. */
  readonly bytes?: number;
  /** Overrides bodies, declared with their real sizes and sums. */
  readonly bodies?: Partial<Record<Kind, Uint8Array<ArrayBuffer>>>;
}

let prepared = 0;

/** The four parts of a new image, and their manifest. */
export const prepareUpload = async (options: PreparedOptions = {}): Promise<Prepared> => {
  const { width = 3000, height = 2000, bytes = 64 } = options;
  prepared += 1;
  const seed = prepared % 256;
  const source = containSize(width, height, 2048);
  const sizes = {
    master: { width, height, quality: 80 },
    gallery: { width: 400, height: 400, quality: 60 },
    admin: { width: 120, height: 160, quality: 60 },
    publish_source: { ...source, quality: 80 },
  };
  const bodyOf = (kind: Kind) =>
    options.bodies?.[kind] ?? makeContainer(sizes[kind].width, sizes[kind].height, bytes, seed);
  const bodies = Object.fromEntries(
    KINDS.map((kind) => [kind, bodyOf(kind)]),
  ) as Prepared['bodies'];
  const parts = KINDS.map(async (kind) => ({
    kind,
    size: bodies[kind].byteLength,
    sha256: await sha256Hex(bodies[kind]),
    mime_type: 'image/webp',
    ...sizes[kind],
  }));
  return {
    manifest: {
      filename: options.filename ?? 'photograph.jpg',
      visibility: options.visibility ?? 'public',
      processor_version: 'test/1.0.0',
      recipe_version: '2.0.0',
      source: { mime_type: 'image/jpeg', width, height, animated: false },
      parts: await Promise.all(parts),
    },
    bodies,
  };
};

/** The HTTP status and envelope of a response. */
export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into it as they need
  readonly data: any;
  readonly headers: Headers;
}

const readAnswer = async (response: Response): Promise<Answer> => {
  const envelope: unknown = await response.json();
  return {
    ...(envelope as Omit<Answer, 'status' | 'headers'>),
    status: response.status,
    headers: response.headers,
  };
};

/** A test's Worker, or a started server. */
interface UploadServer {
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** A client of the upload protocol: by bearer token, or with the given headers. */
export const uploadClient = (
  server: UploadServer,
  who: { readonly bearer: string } | { readonly headers: Record<string, string> },
) => {
  const credentials = 'bearer' in who ? { Authorization: `Bearer ${who.bearer}` } : who.headers;
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> =>
    readAnswer(
      await server.fetch(`/api/v1${path}`, {
        ...init,
        method,
        headers: { ...credentials, ...(init.headers as Record<string, string> | undefined) },
      }),
    );
  return {
    send,
    recipe: () => send('GET', '/uploads/recipe'),
    create: (manifest: unknown, key: string = crypto.randomUUID()) =>
      send('POST', '/uploads/', {
        body: JSON.stringify(manifest),
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      }),
    put: (
      uploadId: string,
      kind: string,
      body: Uint8Array<ArrayBuffer>,
      headers: Record<string, string> = {},
    ) =>
      send('PUT', `/uploads/${uploadId}/parts/${kind}`, {
        body,
        headers: {
          'Content-Type': 'image/webp',
          'Content-Length': String(body.byteLength),
          ...headers,
        },
      }),
    complete: (uploadId: string) => send('POST', `/uploads/${uploadId}/complete`),
    cancel: (uploadId: string) => send('DELETE', `/uploads/${uploadId}`),
    read: (uploadId: string) => send('GET', `/uploads/${uploadId}`),
    readAll: (ids: unknown) =>
      send('POST', '/uploads/status', {
        body: JSON.stringify({ upload_ids: ids }),
        headers: { 'Content-Type': 'application/json' },
      }),
  };
};

export type UploadClient = ReturnType<typeof uploadClient>;

/** Opens a session and sends all its parts; returns the upload id. Throws at the first refusal. */
export const uploadAll = async (client: UploadClient, upload: Prepared): Promise<string> => {
  const created = await client.create(upload.manifest);
  if (created.status !== 201) throw new Error(`not created: ${created.code} ${created.message}`);
  const uploadId = String(created.data.upload_id);
  for (const kind of KINDS) {
    const put = await client.put(uploadId, kind, upload.bodies[kind]);
    if (put.status !== 200) throw new Error(`${kind} refused: ${put.code} ${put.message}`);
  }
  return uploadId;
};

/** Drops every publication message, so that only the test moves its images. */
export const loseMessages =
  (next: Interceptor = (_call, proceed) => proceed()): Interceptor =>
  (call, proceed) =>
    next(call, call.binding === 'PUBLISH_QUEUE' ? async () => undefined : proceed);
