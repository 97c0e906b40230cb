/** Reports faults of this page to the service: a few in its life, each once, and never a failed report. */

import { describeFault, type FaultKind, type FaultReport } from './describe-fault.ts';

const REPORTS_PATH = '/api/v1/public/client-errors';
const MAX_REPORTS = 5;

const sent = new Set<string>();

export function startReports(): void {
  addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    const source = filename === '' ? undefined : `${filename}:${String(lineno)}:${String(colno)}`;
    report('error', error ?? { name: 'Error', message }, { source });
  });
  addEventListener('unhandledrejection', ({ reason }) => report('unhandledrejection', reason));
}

export function report(
  kind: FaultKind,
  thrown: unknown,
  details: {
    readonly source?: string | undefined;
    readonly componentStack?: string | undefined;
  } = {},
): void {
  const fault = describeFault(kind, thrown, { ...details, path: location.pathname });
  // A lost report is not sent again.
  if (fault !== null && isNew(fault)) send(fault).catch(() => undefined);
}

/** A fault comes again each time its page is retried, from the same place. */
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
    // Survives leaving the page.
    keepalive: true,
    credentials: 'omit',
  });
}
