import type { ComponentChildren } from 'preact';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { text } from '../../text/language.ts';
import { Button } from '../../widgets/button.tsx';

interface ConfirmProps {
  readonly label: string;
  readonly description?: string;
  readonly question: ComponentChildren;
  readonly action: string;
  readonly onConfirm: () => Promise<void>;
}

/** A button that asks for confirmation in its place. Escape cancels; the focus follows. */
export function ConfirmInPlace({ label, description, question, action, onConfirm }: ConfirmProps) {
  const isAsking = useSignal(false);
  const isBusy = useSignal(false);
  const wasAsking = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsking.value !== wasAsking.current) box.current?.querySelector('button')?.focus();
    wasAsking.current = isAsking.value;
  }, [isAsking.value]);

  const ask = (asking: boolean) => () => {
    isAsking.value = asking;
  };
  const confirm = async (): Promise<void> => {
    isBusy.value = true;
    try {
      await onConfirm();
    } finally {
      isBusy.value = false;
      isAsking.value = false;
    }
  };
  if (!isAsking.value) {
    return (
      <div ref={box}>
        <Button aria-label={description} onClick={ask(true)}>
          {label}
        </Button>
      </div>
    );
  }
  return (
    <div
      ref={box}
      class="account-confirm"
      role="group"
      aria-label={description ?? label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') ask(false)();
      }}
    >
      <p role="status">{question}</p>
      <Button kind="danger" isBusy={isBusy.value} onClick={() => void confirm()}>
        {action}
      </Button>
      <Button onClick={ask(false)}>{text.value.common.cancel}</Button>
    </div>
  );
}
