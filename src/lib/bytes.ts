const ENCODER = new TextEncoder();

export const utf8 = (text: string): Uint8Array<ArrayBuffer> =>
  ENCODER.encode(text) as Uint8Array<ArrayBuffer>;

export const toHex = (bytes: Uint8Array | ArrayBuffer): string => {
  let hex = '';
  for (const byte of bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)) {
    hex += byte.toString(16).padStart(2, '0');
  }
  return hex;
};

/** base64url without padding (RFC 4648, section 5). */
export const toBase64Url = (bytes: Uint8Array | ArrayBuffer): string =>
  btoa(String.fromCharCode(...(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Reads base64 or base64url, padded or not; null when the text is neither. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (char) => char.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
};

/** SHA-256 of a text's UTF-8 form or of bytes, as 64 lower-case hexadecimal digits. */
export const sha256Hex = async (data: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', typeof data === 'string' ? utf8(data) : data));
