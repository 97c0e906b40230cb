import { fromBase64, toBase64Url, utf8 } from '../../../shared/bytes.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ListPosition } from './list-order.ts';

/** A short HMAC is enough: a cursor grants nothing, it only must not pass for another list's. */
const SIGNATURE_BYTES = 16;

const CURSOR_PATTERN = /^([a-z0-9]+)\.([\w-]+)\.([\w-]+)$/u;

export type CursorScope = readonly (string | number | null)[];

export async function sealCursor(
  keys: KeyRing,
  scope: CursorScope,
  { value, id }: ListPosition,
): Promise<string> {
  const position = toBase64Url(utf8(JSON.stringify([value, id])));
  return `${keys.activeId}.${position}.${String(await sign(keys, keys.activeId, scope, position))}`;
}

export async function openCursor(
  keys: KeyRing,
  scope: CursorScope,
  cursor: string,
): Promise<Result<ListPosition, 'not_of_this_list'>> {
  const [, keyId, position, signature] = CURSOR_PATTERN.exec(cursor) ?? [];
  if (keyId === undefined || position === undefined || signature === undefined) {
    return err('not_of_this_list');
  }
  if (signature !== (await sign(keys, keyId, scope, position))) return err('not_of_this_list');
  const bytes = fromBase64(position);
  const [value, id] = JSON.parse(new TextDecoder().decode(bytes ?? undefined)) as [
    string | number,
    number,
  ];
  return ok({ value, id });
}

async function sign(
  keys: KeyRing,
  keyId: string,
  scope: CursorScope,
  position: string,
): Promise<string | null> {
  const mac = await keys.mac('cursor', keyId, JSON.stringify([...scope, position]));
  return mac === null ? null : toBase64Url(mac.subarray(0, SIGNATURE_BYTES));
}
