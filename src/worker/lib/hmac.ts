import { toHex, utf8 } from '../../shared/bytes.ts';

/** HMAC-SHA-256 (RFC 2104), as 64 lower-case hexadecimal digits. */
export async function hmacHex(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8(secret), algorithm, false, ['sign']);
  return toHex(await crypto.subtle.sign('HMAC', key, utf8(text)));
}
