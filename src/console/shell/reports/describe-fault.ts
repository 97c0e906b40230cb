/**
 * Builds the client error report. No personal data: only paths of URLs, no typed text.
 */

import { truncateUtf8 } from '../../../shared/truncate-utf8.ts';

export type FaultKind = 'boundary' | 'error' | 'unhandledrejection';

export interface FaultReport {
  readonly kind: FaultKind;
  readonly message: string;
  readonly stack?: string;
  readonly component_stack?: string;
  readonly source?: string;
  readonly path: string;
}

export interface FaultDetails {
  readonly path: string;
  readonly source?: string | undefined;
  readonly componentStack?: string | undefined;
}

const MESSAGE_MAX_BYTES = 300;
const STACK_MAX_BYTES = 2000;
const SOURCE_MAX_BYTES = 200;

/** Lost connections, aborted requests and messages of the browser itself are no faults of the page. */
const EXPECTED_NAMES = new Set(['ConnectionError', 'AbortError', 'ApiError', 'UploadError']);
const NOISE = /^(?:ResizeObserver loop|Script error\.?$)/u;

/** The report of a thrown value; null if it is no fault of the page. */
export function describeFault(
  kind: FaultKind,
  thrown: unknown,
  { path, source, componentStack }: FaultDetails,
): FaultReport | null {
  const { name, message, stack } = readThrown(thrown);
  if (EXPECTED_NAMES.has(name) || NOISE.test(message)) return null;
  return {
    kind,
    message: truncateUtf8(`${name}: ${message}`, MESSAGE_MAX_BYTES),
    ...cut('stack', stack, STACK_MAX_BYTES),
    ...cut('component_stack', componentStack, STACK_MAX_BYTES),
    ...cut('source', source?.replace(/[?#][^:]*/u, ''), SOURCE_MAX_BYTES),
    path: path.replace(/[?#].*$/su, ''),
  };
}

function readThrown(thrown: unknown): { name: string; message: string; stack?: string } {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
    const { name = 'Error', message, stack } = thrown as Partial<Error>;
    return { name, message: String(message), ...(stack === undefined ? {} : { stack }) };
  }
  // A thrown value that is no Error may hold personal data, so only its type is reported.
  return { name: 'Thrown', message: typeof thrown === 'string' ? thrown : typeof thrown };
}

function cut<Name extends string>(
  name: Name,
  value: string | undefined,
  maxBytes: number,
): Partial<Record<Name, string>> {
  if (value === undefined || value === '') return {};
  return { [name]: truncateUtf8(value, maxBytes) } as Record<Name, string>;
}
