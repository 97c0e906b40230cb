/** @throws {RangeError} where `subarray` would silently return less. */
export function sliceExactly(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (start + length > bytes.length) throw new RangeError('The file ends too early');
  return bytes.subarray(start, start + length);
}

/** One byte per character. @throws {RangeError} when the file ends too early. */
export function readAscii(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...sliceExactly(bytes, start, length));
}

export function startsWithAscii(bytes: Uint8Array, text: string): boolean {
  return bytes.length >= text.length && readAscii(bytes, 0, text.length) === text;
}
