import { parse } from 'bowser';

export interface BrowserNames {
  /** '' where the text does not tell. */
  readonly browser: string;
  readonly system: string;
}

/** The names of products are the same in all languages. */
export function nameBrowser(userAgent: string | null): BrowserNames {
  if (userAgent === null || userAgent === '') return { browser: '', system: '' };
  const { browser, os } = parse(userAgent);
  return { browser: browser.name ?? '', system: os.name ?? '' };
}
