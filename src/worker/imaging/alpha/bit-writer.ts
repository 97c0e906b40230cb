/** Up to 24 bits a value, least significant first. */
export class BitWriter {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #at = 0;
  #pending = 0;
  #pendingBits = 0;

  constructor(length: number) {
    this.#bytes = new Uint8Array(length);
  }

  write(value: number, bits: number): void {
    this.#pending |= value << this.#pendingBits;
    this.#pendingBits += bits;
    while (this.#pendingBits >= 8) {
      this.#bytes[this.#at++] = this.#pending & 0xff;
      this.#pending >>>= 8;
      this.#pendingBits -= 8;
    }
  }

  finish(): Uint8Array<ArrayBuffer> {
    if (this.#pendingBits > 0) this.#bytes[this.#at] = this.#pending & 0xff;
    return this.#bytes;
  }
}
