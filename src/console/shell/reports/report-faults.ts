/** Reports faults of this page to the service: a few in its life, each once, and never a failed report. */

import {
  describeFault,
  type FaultDetails,
  type FaultKind,
  type FaultReport,
} from './describe-fault.ts';

const REPORTS_PATH = '/api/v1/public/client-errors';
const MAX_REPORTS = 5;

const sent = new Set<string>();

export function reportFault(kind: FaultKind, thrown: unknown, details: FaultDetails): void {
  const fault = describeFault(kind, thrown, details);
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
