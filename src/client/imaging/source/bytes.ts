/** A view whose reads throw RangeError past the end, which inspectSource reports as malformed. */
export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Part of a file; throws RangeError where subarray would silently give less. */
export function sliceExactly(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (start + length > bytes.length) throw new RangeError('The file ends too early');
  return bytes.subarray(start, start + length);
}

export const readAscii = (bytes: Uint8Array, start: number, length: number): string =>
  String.fromCharCode(...sliceExactly(bytes, start, length));
