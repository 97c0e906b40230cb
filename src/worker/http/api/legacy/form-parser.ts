import { Busboy } from '@fastify/busboy';
import { DomainError, type ErrorName } from '../../../domain/errors.ts';

const FORM_TYPE = /^multipart\/form-data *;/iu;

/** The files that a form may have. */
export interface FormFiles {
  /** Null for any name; a part of an image's type is then a file, with or without a filename. */
  readonly field: string | null;
  readonly most: number;
}

/** Bytes of the form's n-th file. */
export interface FilePiece {
  readonly file: number;
  readonly bytes: Uint8Array;
}

const ONE_FILE: FormFiles = { field: 'file', most: 1 };
const FILE_TYPE = /^(?:image\/|application\/octet-stream)/iu;

/** In bytes. A description of four bytes a character fits, and so does any sensible part header. */
const LIMITS = {
  fields: 16,
  fieldSize: 8192,
  headerPairs: 16,
  headerSize: 8192,
} as const;
/** Beside its files, a form may have its fields, and three parts too many before it is refused. */
const FURTHER_PARTS = LIMITS.fields + 3;
/** No form needs more for a part, beside the bytes of a file. */
const PART_MAX_BYTES = LIMITS.fieldSize + LIMITS.headerSize;
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

/** RFC 7578, as it arrives. Keeps the texts, and returns the files in pieces. */
export class FormParser {
  readonly #busboy: Busboy;
  readonly #ended = Promise.withResolvers<void>();
  readonly #fields = new Map<string, string>();
  readonly #filenames: string[] = [];
  readonly #textsMaxBytes: number;
  #pieces: FilePiece[] = [];
  #parsedBytes = 0;
  #fileBytes = 0;
  #fault: DomainError | null = null;

  constructor(contentType: string, files = ONE_FILE) {
    this.#textsMaxBytes = (FURTHER_PARTS + files.most) * PART_MAX_BYTES;
    this.#busboy = openBusboy(contentType, files);
    this.#busboy
      .on('file', (name = '', file, filename, encoding) => {
        const index = this.#filenames.length;
        file.on('data', (bytes) => this.#keep(index, bytes)).on('error', () => undefined);
        if (files.field === null || name === files.field) this.#filenames.push(filename ?? '');
        else this.#refuse('invalid_parameter', `Only the field ${files.field} takes a file`);
        this.#checkEncoding(name, encoding);
      })
      .on('field', (name = '', value, _, isCut, encoding) => {
        const fault = name === files.field ? 'a file needs a filename' : 'too long';
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

  /** `bytes` must not change until the returned pieces of files have been used. */
  async parse(bytes: Uint8Array): Promise<readonly FilePiece[]> {
    // Pieces may follow a call later.
    if (this.#parsedBytes - this.#fileBytes > this.#textsMaxBytes) {
      this.#refuse('invalid_parameter', 'The texts beside the file are too long');
    }
    this.#parsedBytes += bytes.byteLength;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#busboy.write(bytes, () => resolve());
    await promise;
    return this.#take();
  }

  /** Returns the rest of the files. */
  async end(): Promise<readonly FilePiece[]> {
    this.#busboy.end();
    await this.#ended.promise;
    return this.#take();
  }

  /** Browsers send a nameless, empty file when none was chosen. */
  read(): { readonly filename: string; readonly fields: ReadonlyMap<string, string> } {
    const [filename] = this.#filenames;
    if (filename === undefined || (filename === '' && this.#fileBytes === 0)) {
      throw new DomainError('file_missing');
    }
    return { filename, fields: this.#fields };
  }

  /** So far, in order. */
  get filenames(): readonly string[] {
    return this.#filenames;
  }

  get fields(): ReadonlyMap<string, string> {
    return this.#fields;
  }

  #keep(file: number, bytes: Uint8Array): void {
    this.#fileBytes += bytes.byteLength;
    this.#pieces.push({ file, bytes });
  }

  /** RFC 7578 deprecates encoded parts, and no browser sends them. */
  #checkEncoding(name: string, encoding: string): void {
    if (PLAIN_ENCODINGS.has(encoding.trim())) return;
    const message = `${name}: Content-Transfer-Encoding is not decoded; send the bytes as they are`;
    this.#refuse('invalid_parameter', message);
  }

  #take(): readonly FilePiece[] {
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

function openBusboy(contentType: string, { field, most }: FormFiles): Busboy {
  if (!FORM_TYPE.test(contentType)) throw notAForm();
  try {
    const headers = { 'content-type': contentType };
    const limits = { ...LIMITS, files: most, parts: FURTHER_PARTS + most };
    const isPartAFile = (_name?: string, type?: string, filename?: string): boolean =>
      filename !== undefined || FILE_TYPE.test(type ?? '');
    return new Busboy({
      headers,
      limits,
      ...(field === null ? { isPartAFile } : {}),
      ...NO_BACK_PRESSURE,
    });
  } catch (error) {
    throw notAForm(error);
  }
}

function notAForm(cause?: unknown): DomainError {
  const message = 'Content-Type must be multipart/form-data with a boundary';
  return new DomainError('invalid_parameter', { message, cause });
}
