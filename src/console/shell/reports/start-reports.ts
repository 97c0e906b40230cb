/** Part of the first load. The code that writes a report is imported with the first fault. */

import { holdReload } from '../../state/reload-if-replaced.ts';
import type { FaultDetails, FaultKind } from './describe-fault.ts';

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
  details: Omit<FaultDetails, 'path'> = {},
): void {
  const path = location.pathname;
  // Typed text is worth more than a report whose code a deployment has replaced.
  holdReload(() => import('./report-faults.ts'))
    .then(({ reportFault }) => reportFault(kind, thrown, { ...details, path }))
    .catch(() => undefined);
}
