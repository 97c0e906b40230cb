import type { ComponentChildren, TargetedMouseEvent } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { text } from '../text/language.ts';
import { Button, IconButton } from './button.tsx';
import { useModal } from './use-modal.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The buttons below, the one that goes on last. */
  readonly actions?: ComponentChildren;
}

/** A modal dialog, open as long as it is rendered. Escape and a press beside it close it; the focus returns. */
export function Dialog({ title, onClose, children, actions }: DialogProps) {
  const modal = useModal(onClose);
  const titleId = useId();
  const beganBeside = useRef(false);
  return (
    <dialog
      {...modal}
      class="dialog"
      aria-labelledby={titleId}
      onPointerDown={(event) => {
        beganBeside.current = isBeside(event);
      }}
      // Not before the press is over: what lies below would take the rest of it.
      onClick={(event) => {
        if (beganBeside.current && isBeside(event)) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-header">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label={text.value.common.close} onClick={onClose} />
        </header>
        {children}
        {actions !== undefined && <footer class="dialog-actions">{actions}</footer>}
      </div>
    </dialog>
  );
}

/** Whether a press is on what lies around a dialog, and not on its edge or its scrollbar. */
function isBeside({
  currentTarget,
  target,
  clientX,
  clientY,
}: TargetedMouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const isWithin = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === currentTarget && !isWithin;
}

interface ConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action: string;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  children,
  action,
  isBusy,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.value.common.cancel}</Button>
          <Button kind="danger" isBusy={isBusy ?? false} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
