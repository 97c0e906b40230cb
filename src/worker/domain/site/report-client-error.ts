import { truncateUtf8 } from '../../../shared/truncate-utf8.ts';
import { UNKNOWN_ADDRESS } from '../../lib/client-address.ts';
import { maskCredentials } from '../../lib/credential.ts';
import type { Services } from '../services.ts';

export const CLIENT_ERROR_KINDS = ['boundary', 'error', 'unhandledrejection'] as const;

export interface ClientError {
  readonly kind: (typeof CLIENT_ERROR_KINDS)[number];
  readonly message: string;
  readonly stack: string | null;
  readonly componentStack: string | null;
  readonly source: string | null;
  readonly path: string | null;
}

const MESSAGE_MAX_BYTES = 300;
const STACK_MAX_BYTES = 2000;
const SOURCE_MAX_BYTES = 200;

const URL_LIKE = /[^\s'"<>()]+/gu;

/** Logs one line, without the sender's address, credentials, and URL queries, which may hold tokens. */
export function reportClientError(
  { log }: Pick<Services, 'log'>,
  { kind, message, stack, componentStack, source, path }: ClientError,
  { address, requestId }: { readonly address: string; readonly requestId: string },
): void {
  const texts = {
    message: truncateUtf8(redact(message, address), MESSAGE_MAX_BYTES),
    stack: truncateUtf8(redact(stack ?? '', address), STACK_MAX_BYTES),
    component_stack: truncateUtf8(redact(componentStack ?? '', address), STACK_MAX_BYTES),
    source: truncateUtf8(redact(dropQuery(source ?? ''), address), SOURCE_MAX_BYTES),
    path: redact(dropQuery(path ?? ''), address),
  };
  log.info('client_error', { request_id: requestId, kind, ...texts });
}

function redact(text: string, address: string): string {
  const masked = maskCredentials(text).replaceAll(URL_LIKE, dropQueryOfUrl);
  return address === UNKNOWN_ADDRESS ? masked : masked.replaceAll(address, '***');
}

function dropQueryOfUrl(run: string): string {
  const schemeEnd = run.indexOf('://');
  return schemeEnd < 0 ? run : run.slice(0, schemeEnd) + dropQuery(run.slice(schemeEnd));
}

/** Keeps a position (line and column) after them. */
function dropQuery(url: string): string {
  return url.replace(/[?#].*?((?::\d{1,9}){0,2})$/su, '$1');
}
