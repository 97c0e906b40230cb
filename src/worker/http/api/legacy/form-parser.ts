import { Busboy } from '@fastify/busboy';
import { DomainError, type ErrorName } from '../../../domain/errors.ts';

const FORM_TYPE = /^multipart\/form-data *;/iu;
const FILE_FIELD = 'file';

/** In bytes. A description of four bytes a character fits, and so does any sensible part header. */
const LIMITS = {
  fields: 16,
  fieldSize: 8192,
  files: 1,
  headerPairs: 16,
  headerSize: 8192,
  parts: 20,
} as const;
/** No form needs more beside its file. */
const TEXTS_MAX_BYTES = LIMITS.parts * (LIMITS.fieldSize + LIMITS.headerSize);
/** What these name is not encoded (RFC 2045). */
const PLAIN_ENCODINGS = new Set(['7bit', '8bit', 'binary']);
/**
 * A chunk limits the memory. With back-pressure, Busboy waits for ever when a part that nobody reads, or the form, ends
 * in a chunk longer than its buffer.
 */
const NO_BACK_PRESSURE = {
  highWaterMark: Number.MAX_SAFE_INTEGER,
  fileHwm: Number.MAX_SAFE_INTEGER,
} as const;

export const FORM_ERRORS = [
  'invalid_parameter',
  'too_many_files',
  'upload_interrupted',
  'file_missing',
] as const satisfies readonly ErrorName[];

/** RFC 7578, as it arrives. Keeps the texts, and returns the file in pieces. */
export class FormParser {
  readonly #busboy: Busboy;
  readonly #ended = Promise.withResolvers<void>();
  readonly #fields = new Map<string, string>();
  #pieces: Uint8Array[] = [];
  #filename: string | null = null;
  #parsedBytes = 0;
  #fileBytes = 0;
  #fault: DomainError | null = null;

  constructor(contentType: string) {
    this.#busboy = openBusboy(contentType);
    this.#busboy
      .on('file', (name = '', file, filename, encoding) => {
        file.on('data', (bytes) => this.#keep(bytes)).on('error', () => undefined);
        if (name === FILE_FIELD) this.#filename = filename ?? '';
        else this.#refuse('invalid_parameter', `Only the field ${FILE_FIELD} takes a file`);
        this.#checkEncoding(name, encoding);
      })
      .on('field', (name = '', value, _, isCut, encoding) => {
        const fault = name === FILE_FIELD ? 'a file needs a filename' : 'too long';
        if (isCut) this.#refuse('invalid_parameter', `${name}: ${fault}`);
        this.#checkEncoding(name, encoding);
        this.#fields.set(name, value);
      })
      .on('filesLimit', () => this.#refuse('too_many_files'))
      .on('fieldsLimit', () => this.#refuse('invalid_parameter', 'Too many fields'))
      .on('partsLimit', () => this.#refuse('invalid_parameter', 'Too many parts'))
      .on('error', () =>
        this.#refuse('upload_interrupted', 'The form ends before its last boundary'),
      )
      .on('finish', () => this.#ended.resolve());
  }

  /** `bytes` must not change until the returned pieces of the file have been used. */
  async parse(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
    // Pieces may follow a call later.
    if (this.#parsedBytes - this.#fileBytes > TEXTS_MAX_BYTES) {
      this.#refuse('invalid_parameter', 'The texts beside the file are too long');
    }
    this.#parsedBytes += bytes.byteLength;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#busboy.write(bytes, () => resolve());
    await promise;
    return this.#take();
  }

  /** Returns the rest of the file. */
  async end(): Promise<readonly Uint8Array[]> {
    this.#busboy.end();
    await this.#ended.promise;
    return this.#take();
  }

  /** Browsers send a nameless, empty file when none was chosen. */
  read(): { readonly filename: string; readonly fields: ReadonlyMap<string, string> } {
    if (this.#filename === null || (this.#filename === '' && this.#fileBytes === 0)) {
      throw new DomainError('file_missing');
    }
    return { filename: this.#filename, fields: this.#fields };
  }

  #keep(bytes: Uint8Array): void {
    this.#fileBytes += bytes.byteLength;
    this.#pieces.push(bytes);
  }

  /** RFC 7578 deprecates encoded parts, and no browser sends them. */
  #checkEncoding(name: string, encoding: string): void {
    if (PLAIN_ENCODINGS.has(encoding.trim())) return;
    const message = `${name}: Content-Transfer-Encoding is not decoded; send the bytes as they are`;
    this.#refuse('invalid_parameter', message);
  }

  #take(): readonly Uint8Array[] {
    if (this.#fault !== null) throw this.#fault;
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  #refuse(error: Exclude<(typeof FORM_ERRORS)[number], 'file_missing'>, message?: string): void {
    this.#fault ??= new DomainError(error, message === undefined ? {} : { message });
    // A failure may be the only end.
    if (error === 'upload_interrupted') this.#ended.resolve();
  }
}

function openBusboy(contentType: string): Busboy {
  if (!FORM_TYPE.test(contentType)) throw notAForm();
  try {
    const headers = { 'content-type': contentType };
    return new Busboy({ headers, limits: LIMITS, ...NO_BACK_PRESSURE });
  } catch (error) {
    throw notAForm(error);
  }
}

function notAForm(cause?: unknown): DomainError {
  const message = 'Content-Type must be multipart/form-data with a boundary';
  return new DomainError('invalid_parameter', { message, cause });
}
