import { joinBytes, utf8 } from '../../src/shared/bytes.ts';
import { makePng } from './craft-images.ts';
import type { Interceptor } from './instrument.ts';
import { uploadClient, type Answer } from './uploads.ts';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Whole-file uploads require pipeline 2 to be off. */
export const LEGACY_VARS = {
  V2_UPLOAD_ENABLED: 'false',
  UPLOAD_ACTIVE_SESSIONS_PER_USER: '1000',
  UPLOAD_SESSIONS_PER_MINUTE: '1000',
  // An image that waits for its job reserves the size of its derivatives.
  DEFAULT_STORAGE_QUOTA_BYTES: '1000000000000',
} as const;

export interface FormPart {
  readonly name: string;
  readonly value: string | Uint8Array;
  readonly filename?: string;
}

/** A form as browsers encode it, its parts in this order. */
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

/** The body of an upload and its header. */
export const wholeForm = () => ({
  bytes: makeForm([filePart(makePng())]),
  headers: { 'Content-Type': FORM_TYPE },
});

/** A client of pipeline-1 uploads. */
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

/** Drops every job message, so that only the test moves its images. */
export const loseJobs =
  (next: Interceptor = (_call, proceed) => proceed()): Interceptor =>
  (call, proceed) =>
    next(call, call.binding.endsWith('_QUEUE') ? async () => undefined : proceed);
