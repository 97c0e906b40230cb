// The used part. The package's own declarations would bring in all of Node's.
declare module '@fastify/busboy' {
  interface FileStream {
    on(event: 'data', listener: (bytes: Uint8Array) => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    resume(): this;
  }

  export class Busboy {
    constructor(options: {
      /** Bytes that the form may hold before the parser waits. */
      readonly highWaterMark: number;
      /** The same of a part. */
      readonly fileHwm: number;
      readonly headers: { readonly 'content-type': string };
      /** By default: a part with a filename, or of type application/octet-stream. */
      readonly isPartAFile?: (name?: string, type?: string, filename?: string) => boolean;
      readonly limits: Readonly<
        Record<'fields' | 'fieldSize' | 'files' | 'headerPairs' | 'headerSize' | 'parts', number>
      >;
    });
    on(
      event: 'file',
      listener: (
        name: string | undefined,
        file: FileStream,
        filename: string | undefined,
        encoding: string,
      ) => void,
    ): this;
    on(
      event: 'field',
      listener: (
        name: string | undefined,
        value: string,
        isNameCut: boolean,
        isValueCut: boolean,
        encoding: string,
      ) => void,
    ): this;
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'fieldsLimit' | 'filesLimit' | 'finish' | 'partsLimit', listener: () => void): this;
    write(bytes: Uint8Array, done: (error?: Error | null) => void): boolean;
    end(): void;
  }
}
