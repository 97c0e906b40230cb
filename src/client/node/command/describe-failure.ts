import { ApiError } from '../../errors.ts';

const UNAUTHORIZED_STATUS = 401;
const FORBIDDEN_STATUS = 403;

export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof ApiError)) return error.message;
  if (error.status === UNAUTHORIZED_STATUS) return 'The server does not accept the key';
  if (error.status === FORBIDDEN_STATUS) return `The key has no right to do this: ${error.message}`;
  return error.message;
}
