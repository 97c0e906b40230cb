import { useSignal } from '@preact/signals';
import type { ManagedUser } from '../../../api/types.ts';
import { formatNumber } from '../../../state/format.ts';
import { user as own } from '../../../state/session.ts';
import { adminText } from '../../../text/admin.ts';
import { Button } from '../../../widgets/button.tsx';
import { listActions } from '../model/account-actions.ts';

/** Changes that several accounts can have at once; a deletion asks for each name. */
const BULK_ACTIONS = ['suspend', 'activate', 'limits'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

interface BulkBarProps {
  readonly selected: readonly ManagedUser[];
  readonly onAction: (action: BulkAction, users: readonly ManagedUser[]) => Promise<void>;
}

/** A button for each change, with the number of selected accounts that can have it. */
export function BulkBar({ selected, onAction }: BulkBarProps) {
  const { users: words } = adminText.value;
  const isBusy = useSignal(false);
  const run = async (action: BulkAction, users: readonly ManagedUser[]): Promise<void> => {
    isBusy.value = true;
    await onAction(action, users);
    isBusy.value = false;
  };
  if (selected.length === 0) return null;
  return (
    <div class="users-bulk" role="group" aria-label={words.selected(formatNumber(selected.length))}>
      <span>{words.selected(formatNumber(selected.length))}</span>
      {BULK_ACTIONS.map((action) => {
        const users = selected.filter((user) =>
          listActions(user, own.value?.id ?? user.id).includes(action),
        );
        return (
          users.length > 0 && (
            <Button key={action} isBusy={isBusy.value} onClick={() => void run(action, users)}>
              {words.bulk[action](formatNumber(users.length))}
            </Button>
          )
        );
      })}
    </div>
  );
}
