import { ApiError, ConnectionError, UploadError } from '../../client/errors.ts';
import { INTERNAL_ERROR } from '../../shared/error-codes.ts';
import { formatDuration } from './format.ts';
import { text } from '../text/language.ts';

/** What a failure is in the words of the person, by its code (specification, Errors). */
export function explainError(error: unknown): string {
  const { errors, common } = text.value;
  if (error instanceof ConnectionError) return common.noConnection;
  if (error instanceof ApiError) {
    // Over HTTP/2 a status has no words.
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
