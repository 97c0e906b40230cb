import { expect } from 'vitest';

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

// Element by element, images of a few tests take seconds. Vitest still compares and reports what differs.
expect.addEqualityTesters([
  (a: unknown, b: unknown) =>
    ArrayBuffer.isView(a) &&
    ArrayBuffer.isView(b) &&
    Object.getPrototypeOf(a) === Object.getPrototypeOf(b) &&
    bytesOf(a).equals(bytesOf(b))
      ? true
      : undefined,
]);
