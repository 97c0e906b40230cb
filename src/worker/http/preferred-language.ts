import { parseAccept } from 'hono/utils/accept';
import { firstLanguage, type Language } from '../../shared/languages.ts';

/** The first of our languages that a browser asks for (Accept-Language); null for none. */
export function preferredLanguage({ headers }: Pick<Request, 'headers'>): Language | null {
  const accepted = parseAccept(headers.get('Accept-Language') ?? '').filter(({ q }) => q > 0);
  return firstLanguage(accepted.map(({ type }) => type.toLowerCase()));
}
