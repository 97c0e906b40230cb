/** Part of the first load. The code that writes a report comes after the first images, or with the first fault. */

import { holdReload } from '../../state/reload-if-replaced.ts';
import { afterLoad } from '../after-load.ts';
import type { FaultDetails, FaultKind } from './describe-fault.ts';

/** Of the code: a page that throws all the time requests a missing file no more often than it would report. */
const FAILED_LOADS_MAX = 5;

let failedLoads = 0;

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
  if (failedLoads >= FAILED_LOADS_MAX) return;
  const path = location.pathname;
  load()
    .then(({ reportFault }) => reportFault(kind, thrown, { ...details, path }))
    .catch(() => undefined);
}

/** Without a reload where it is missing: typed text is worth more than a report. */
async function load() {
  try {
    return await holdReload(() => import('./report-faults.ts'));
  } catch (error) {
    failedLoads += 1;
    throw error;
  }
}
