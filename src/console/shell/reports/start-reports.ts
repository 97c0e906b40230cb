/** Part of the first load. The code that writes a report comes after the first images, or with the first fault. */

import { holdReload } from '../../state/reload-if-replaced.ts';
import { afterLoad } from '../after-load.ts';
import type { FaultDetails, FaultKind } from './describe-fault.ts';

export function startReports(): void {
  addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    const source = filename === '' ? undefined : `${filename}:${String(lineno)}:${String(colno)}`;
    report('error', error ?? { name: 'Error', message }, { source });
  });
  addEventListener('unhandledrejection', ({ reason }) => report('unhandledrejection', reason));
  // A later deployment may remove it.
  afterLoad(() => void load().catch(() => undefined));
}

export function report(
  kind: FaultKind,
  thrown: unknown,
  details: Omit<FaultDetails, 'path'> = {},
): void {
  const path = location.pathname;
  load()
    .then(({ reportFault }) => reportFault(kind, thrown, { ...details, path }))
    .catch(() => undefined);
}

/** Without a reload where it is missing: typed text is worth more than a report. */
function load() {
  return holdReload(() => import('./report-faults.ts'));
}
