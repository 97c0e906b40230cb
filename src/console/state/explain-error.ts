import { ApiError, ConnectionError, UploadError } from '../../client/errors.ts';
import { INTERNAL_ERROR } from '../../shared/error-codes.ts';
import { formatDuration } from './format.ts';
import { text } from '../text/language.ts';

/** The text of a failure by its code. */
export function explainError(error: unknown): string {
  const { errors, common } = text.value;
  if (error instanceof ConnectionError) return common.noConnection;
  if (error instanceof ApiError) {
    // HTTP/2 has no reason phrase.
    const said = wordsFor(error.code) ?? (error.message || errors[INTERNAL_ERROR]);
    return error.retryAfterMs === null || error.retryAfterMs <= 0
      ? said
      : `${said} ${common.tryAgainIn(formatDuration(error.retryAfterMs))}`;
  }
  if (error instanceof UploadError) return wordsFor(error.code ?? 0) ?? error.message;
  return errors[INTERNAL_ERROR];
}

function wordsFor(code: number): string | undefined {
  const { errors } = text.value;
  return Object.hasOwn(errors, code) ? errors[code as keyof typeof errors] : undefined;
}
