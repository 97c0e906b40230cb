const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// The largest multiple of 62 below 256. Larger bytes are dropped to keep all digits equally likely.
const BYTE_LIMIT = 248;

/** 5.95 random bits a character. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < BYTE_LIMIT && text.length < length) text += DIGITS[byte % 62];
    }
  }
  return text;
}

/** A whole number from 0, filled with zeros from the left. */
export function toBase62(number: number, minLength = 1): string {
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor(rest / 62)) {
    text = (DIGITS[rest % 62] ?? '') + text;
  }
  return text.padStart(minLength, '0');
}

/** Null for other characters, and for numbers that are not safe integers. */
export function fromBase62(text: string): number | null {
  let number = 0;
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    if (digit === -1) return null;
    number = number * 62 + digit;
  }
  return Number.isSafeInteger(number) ? number : null;
}
