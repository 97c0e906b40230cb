/** The beginning of a text that fits into `maxBytes` of UTF-8, without half a character at its end. */
export function truncateUtf8(text: string, maxBytes: number): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read);
}
