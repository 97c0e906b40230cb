/** Tells the service of faults in this page: a few in its life, each once, and never of a report that failed. */

import { describeFault, type FaultKind, type FaultReport } from './describe-fault.ts';

const REPORTS_PATH = '/api/v1/public/client-errors';
const MAX_REPORTS = 5;

const sent = new Set<string>();

/** Reports what nobody catches from now on. */
export function startReports(): void {
  addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    const source = filename === '' ? undefined : `${filename}:${String(lineno)}:${String(colno)}`;
    report('error', error ?? { name: 'Error', message }, { source });
  });
  addEventListener('unhandledrejection', ({ reason }) => report('unhandledrejection', reason));
}

/** Reports something thrown. */
export function report(
  kind: FaultKind,
  thrown: unknown,
  details: {
    readonly source?: string | undefined;
    readonly componentStack?: string | undefined;
  } = {},
): void {
  const fault = describeFault(kind, thrown, { ...details, path: location.pathname });
  // A report that is lost is not worth another.
  if (fault !== null && isNew(fault)) send(fault).catch(() => undefined);
}

/** The same fault, thrown at the same place, comes again each time that its page is tried again. */
function isNew({ message, stack = '' }: FaultReport): boolean {
  const thrownAt = stack.split('\n').find((line) => line.includes('://')) ?? '';
  const identity = `${message}\n${thrownAt}`;
  if (sent.has(identity) || sent.size >= MAX_REPORTS) return false;
  sent.add(identity);
  return true;
}

async function send(fault: FaultReport): Promise<void> {
  await fetch(REPORTS_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
    // Goes on when the page is left.
    keepalive: true,
    credentials: 'omit',
  });
}
