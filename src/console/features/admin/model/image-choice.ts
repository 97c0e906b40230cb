import { readId } from '../../../../shared/pages.ts';

export type ImageFilter = 'all' | 'user' | 'link' | 'hash';

/** The filter in an address. */
export interface ImageChoice {
  readonly filter: ImageFilter;
  /** An id, a link or a SHA-256, as it was typed; '' before one is chosen. */
  readonly value: string;
}

const LINK_MAX_CHARACTERS = 500;

export function readImageChoice(query: Readonly<Record<string, string | undefined>>): ImageChoice {
  for (const filter of ['user', 'link', 'hash'] as const) {
    const value = query[filter];
    if (value !== undefined) return { filter, value };
  }
  return { filter: 'all', value: '' };
}

/** The API's query of a list; null while it is incomplete, and for a hash, which is searched for. */
export function toImagesQuery({
  filter,
  value,
}: ImageChoice): { user_id?: number; link?: string } | null {
  if (filter === 'all') return {};
  if (filter === 'link') return value === '' ? null : { link: value.slice(0, LINK_MAX_CHARACTERS) };
  if (filter === 'hash') return null;
  const id = readId(value);
  return id === null ? null : { user_id: id };
}

/** 64 lower-case digits from what people copy: in capitals, in groups, with a name of the method. Null for other text. */
export function readHash(text: string): string | null {
  const digits = text
    .toLowerCase()
    .replace(/^\s*sha-?256\s*[:=(]?/u, '')
    .replaceAll(/[\s:)]+/gu, '');
  return /^[0-9a-f]{64}$/u.test(digits) ? digits : null;
}
