import { truncateUtf8 } from '../../../shared/truncate-utf8.ts';
import { networkOf, UNKNOWN_ADDRESS } from '../../lib/client-address.ts';
import { maskCredentials } from '../../lib/credential.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

export const CLIENT_ERROR_KINDS = ['boundary', 'error', 'unhandledrejection'] as const;

export interface ClientError {
  readonly kind: (typeof CLIENT_ERROR_KINDS)[number];
  readonly message: string;
  readonly stack?: string | undefined;
  readonly componentStack?: string | undefined;
  /** File and position. */
  readonly source?: string | undefined;
  /** The page's route. */
  readonly path?: string | undefined;
}

const WINDOW_MS = 60_000;
const MESSAGE_MAX_BYTES = 300;
const STACK_MAX_BYTES = 2000;
const SOURCE_MAX_BYTES = 200;

/** What of a text may be a URL: what no space, quote or bracket parts. */
const RUNS = /[^\s'"<>()]+/gu;

export const REPORT_CLIENT_ERROR_ERRORS = [
  'too_many_error_reports',
] as const satisfies readonly ErrorName[];

/**
 * Writes what went wrong in a page as one line of the log, and nothing anywhere else. The line tells nothing of who
 * reports: the texts lose their sender's address, credentials, and the queries of URLs, where tokens may stand.
 */
export async function reportClientError(
  { config, limiter, log }: Pick<Services, 'config' | 'limiter' | 'log'>,
  { kind, message, stack = '', componentStack = '', source = '', path = '' }: ClientError,
  { address, requestId }: { readonly address: string; readonly requestId: string },
): Promise<void> {
  const rule = { limit: config.CLIENT_ERRORS_PER_MINUTE, windowMs: WINDOW_MS };
  const verdict = await limiter.take(`client-error:ip:${networkOf(address)}`, rule);
  if (!verdict.allowed) throw new DomainError('too_many_error_reports');
  const texts = {
    message: truncateUtf8(blot(message, address), MESSAGE_MAX_BYTES),
    stack: truncateUtf8(blot(stack, address), STACK_MAX_BYTES),
    component_stack: truncateUtf8(blot(componentStack, address), STACK_MAX_BYTES),
    source: truncateUtf8(blot(dropQuery(source), address), SOURCE_MAX_BYTES),
    path: blot(dropQuery(path), address),
  };
  log.info('client_error', { request_id: requestId, kind, ...texts });
}

/** The text without what tells who sent it. */
function blot(text: string, address: string): string {
  const masked = maskCredentials(text).replaceAll(RUNS, dropQueryOfUrl);
  return address === UNKNOWN_ADDRESS ? masked : masked.replaceAll(address, '***');
}

/** Drops query and fragment behind the place where a URL has its scheme. */
function dropQueryOfUrl(run: string): string {
  const schemeEnd = run.indexOf('://');
  return schemeEnd < 0 ? run : run.slice(0, schemeEnd) + dropQuery(run.slice(schemeEnd));
}

/** Drops query and fragment; a position after them stays. */
function dropQuery(url: string): string {
  return url.replace(/[?#].*?((?::\d{1,9}){0,2})$/su, '$1');
}
