/**
 * Part of a file.
 * @throws {RangeError} where `subarray` would silently return less.
 */
export function sliceExactly(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (start + length > bytes.length) throw new RangeError('The file ends too early');
  return bytes.subarray(start, start + length);
}

/**
 * Part of a file, as a text of one byte per character.
 * @throws {RangeError} when the file ends before it.
 */
export function readAscii(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...sliceExactly(bytes, start, length));
}

/** Whether bytes begin with a text of one byte per character. */
export function startsWithAscii(bytes: Uint8Array, text: string): boolean {
  return bytes.length >= text.length && readAscii(bytes, 0, text.length) === text;
}
