import { useSignal } from '@preact/signals';
import { formatNumber } from '../../state/format.ts';
import { trashText } from '../../text/trash.ts';
import { Button } from '../../widgets/button.tsx';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { ActionError, type Action } from '../../widgets/use-action.tsx';
import { deleteForGood, emptyTrash } from './trash-calls.ts';

interface ToolsProps {
  readonly ids: readonly number[];
  readonly shownCount: number;
  readonly hasMore: boolean;
  /** Also that of a single image. */
  readonly restoration: Action;
  readonly onRestore: () => void;
  /** Also after a failure: a part may be done. */
  readonly onChanged: () => void;
}

export function TrashTools(props: ToolsProps) {
  const { ids, shownCount, hasMore, restoration, onRestore, onChanged } = props;
  const words = trashText.value;
  const asked = useSignal<'delete' | 'empty' | null>(null);
  const removal = asked.value;
  const remove = async (): Promise<void> => {
    try {
      const count = removal === 'empty' ? await emptyTrash() : ids.length;
      if (removal === 'delete') await deleteForGood(ids);
      showToast({ message: words.deleted(count, formatNumber(count)) });
    } finally {
      onChanged();
    }
  };
  const isNone = ids.length === 0;
  const shown = formatNumber(shownCount);
  const emptyTitle = hasMore ? words.emptyTitleOver(shown) : words.emptyTitle(shownCount, shown);
  return (
    <div class="trash-tools">
      <Button isBlocked={isNone} isBusy={restoration.isBusy.value} onClick={onRestore}>
        {words.restore}
      </Button>
      <Button kind="danger" isBlocked={isNone} onClick={() => (asked.value = 'delete')}>
        {words.deleteForGood}
      </Button>
      <Button kind="quiet" icon="trash" onClick={() => (asked.value = 'empty')}>
        {words.emptyTrash}
      </Button>
      <ActionError error={restoration.error.value} />
      {removal !== null && (
        <ConfirmDialog
          title={
            removal === 'empty'
              ? emptyTitle
              : words.deleteTitle(ids.length, formatNumber(ids.length))
          }
          action={removal === 'empty' ? words.emptyTrash : words.deleteForGood}
          onConfirm={remove}
          onClose={() => (asked.value = null)}
        >
          <p>{words.deleteHint}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
