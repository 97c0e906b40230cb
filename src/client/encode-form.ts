import { joinBytes, utf8 } from '../shared/bytes.ts';

export interface FormFile {
  readonly field: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** RFC 7578. Unlike FormData, deterministic: the server compares the length of a repeated request. */
export function encodeForm(
  fields: Readonly<Record<string, string>>,
  { field, filename, mimeType, bytes }: FormFile,
  boundary: string,
): Uint8Array<ArrayBuffer> {
  const open = (name: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`;
  const texts = Object.entries(fields).map(([name, value]) => `${open(name)}\r\n\r\n${value}\r\n`);
  const head = `${open(field)}; filename="${escapeName(filename)}"\r\nContent-Type: ${mimeType}\r\n\r\n`;
  return joinBytes([utf8(texts.join('') + head), bytes, utf8(`\r\n--${boundary}--\r\n`)]);
}

function escapeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
