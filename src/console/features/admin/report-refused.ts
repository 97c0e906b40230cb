import { explainError } from '../../state/explain-error.ts';
import { formatNumber } from '../../state/format.ts';
import { adminText } from '../../text/admin.ts';
import { showToast } from '../../widgets/toast.tsx';
import type { RunOutcome } from './model/run-all.ts';

/** Says how many of several changes were refused, and why the last was. */
export function reportRefused({ refused, error }: Omit<RunOutcome<unknown>, 'done'>): void {
  if (refused === 0) return;
  const { refused: words } = adminText.peek().publications;
  showToast({ message: words(formatNumber(refused), explainError(error)), kind: 'failure' });
}
