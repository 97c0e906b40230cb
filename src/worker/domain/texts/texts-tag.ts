import { sha256Hex } from '../../../shared/bytes.ts';
import { listsTag } from '../../lib/http-selection.ts';
import { DomainError, type ErrorName } from '../errors.ts';

export const REQUIRE_TAG_ERRORS = ['texts_changed'] as const satisfies readonly ErrorName[];

/** 128 bits. */
const TAG_CHARACTERS = 32;

/** The entity tag of texts that are edited together. It names these alone: other fields may change under the same tag. */
export async function textsTag(texts: readonly string[]): Promise<string> {
  const hash = await sha256Hex(JSON.stringify(texts));
  return `"${hash.slice(0, TAG_CHARACTERS)}"`;
}

/**
 * Refuses a change of texts that are not those its sender has seen, by the value of `If-Match` (RFC 9110, 13.1.1). A change
 * to the texts that are there needs no tag: its answer may have been lost. A tag marked weak counts: Cloudflare and other
 * proxies mark the tags of answers that they compress.
 * @throws {DomainError} texts_changed
 */
export function requireTag(ifMatch: string, tag: string): void {
  if (!listsTag(ifMatch, tag, 'weak')) throw new DomainError('texts_changed');
}
