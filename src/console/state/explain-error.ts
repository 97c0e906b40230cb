import { ApiError, ConnectionError, UploadError } from '../../client/errors.ts';
import { INTERNAL_ERROR } from '../../shared/error-codes.ts';
import type { Catalogue } from '../text/catalogue.ts';
import { formatDuration } from './format.ts';
import { bringErrorTexts, errorTexts, text } from '../text/language.ts';

/** The text of a failure by its code. */
export function explainError(error: unknown): string {
  const { common } = text.value;
  if (error instanceof ConnectionError) return common.noConnection;
  if (error instanceof ApiError) {
    // HTTP/2 has no reason phrase.
    const said = wordsFor(error.code) ?? (error.message || explainUnknown());
    return error.retryAfterMs === null || error.retryAfterMs <= 0
      ? said
      : `${said} ${common.tryAgainIn(formatDuration(error.retryAfterMs))}`;
  }
  if (error instanceof UploadError) return wordsFor(error.code ?? 0) ?? error.message;
  return explainUnknown();
}

/** The text of an error that the service did not have to answer with. */
export async function explainCode(code: keyof Catalogue['errors']): Promise<string> {
  await bringErrorTexts();
  return wordsFor(code) ?? explainUnknown();
}

function wordsFor(code: number): string | undefined {
  return errorTexts.value[code as keyof Catalogue['errors']];
}

function explainUnknown(): string {
  return wordsFor(INTERNAL_ERROR) ?? text.value.common.somethingFailed;
}
