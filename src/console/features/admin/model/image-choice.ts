export type ImageFilter = 'all' | 'user' | 'link';

/** The filter in an address. */
export interface ImageChoice {
  readonly filter: ImageFilter;
  /** An id or a link; '' before one is chosen. */
  readonly value: string;
}

const LINK_MAX_CHARACTERS = 500;

export function readImageChoice(query: Readonly<Record<string, string | undefined>>): ImageChoice {
  for (const filter of ['user', 'link'] as const) {
    const value = query[filter];
    if (value !== undefined) return { filter, value };
  }
  return { filter: 'all', value: '' };
}

/** The API's query; null while it is incomplete. */
export function toImagesQuery({
  filter,
  value,
}: ImageChoice): { user_id?: number; link?: string } | null {
  if (filter === 'all') return {};
  if (filter === 'link') return value === '' ? null : { link: value.slice(0, LINK_MAX_CHARACTERS) };
  return /^[1-9]\d{0,15}$/u.test(value) ? { user_id: Number(value) } : null;
}
