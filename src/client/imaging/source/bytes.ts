/** A view whose reads throw RangeError past the end, which inspectSource reports as malformed. */
export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Part of a file; throws RangeError where subarray would silently give less. */
export function sliceExactly(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (start + length > bytes.length) throw new RangeError('The file ends too early');
  return bytes.subarray(start, start + length);
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}

export const readAscii = (bytes: Uint8Array, start: number, length: number): string =>
  String.fromCharCode(...sliceExactly(bytes, start, length));
