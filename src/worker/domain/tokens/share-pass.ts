import { fromBase64, toBase64Url } from '../../../shared/bytes.ts';
import { isSameBytes } from '../../lib/constant-time.ts';
import type { KeyRing } from '../../lib/key-ring.ts';

/** What a right password gives: it opens one link for this time. */
export const SHARE_PASS_TTL_MS = 3_600_000;

const PATTERN = /^(?<expiresAt>\d{1,15})\.(?<keyId>[a-z0-9]{1,8})\.(?<mac>[A-Za-z0-9_-]{43})$/u;

/** The end, the key's id and a MAC over both and the link. */
export async function issueSharePass(
  keys: KeyRing,
  linkId: number,
  nowMs: number,
): Promise<string> {
  const keyId = keys.activeId;
  const expiresAt = nowMs + SHARE_PASS_TTL_MS;
  const mac = await macOf(keys, keyId, linkId, expiresAt);
  if (mac === null) throw new Error('the key ring has lost its active key');
  return `${String(expiresAt)}.${keyId}.${toBase64Url(mac)}`;
}

export async function isSharePass(
  keys: KeyRing,
  linkId: number,
  pass: string,
  nowMs: number,
): Promise<boolean> {
  const { expiresAt = '0', keyId = '', mac = '' } = PATTERN.exec(pass)?.groups ?? {};
  if (Number(expiresAt) <= nowMs) return false;
  const [expected, given] = [await macOf(keys, keyId, linkId, Number(expiresAt)), fromBase64(mac)];
  return expected !== null && given !== null && isSameBytes(given, expected);
}

function macOf(keys: KeyRing, keyId: string, linkId: number, expiresAt: number) {
  return keys.mac('share-pass', keyId, `${String(linkId)}:${String(expiresAt)}`);
}
