import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../text/language.ts';
import { Button, IconButton } from './button.tsx';

interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: 'note' | 'failure';
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Called once if it goes without its action. */
  readonly onGone?: () => void;
  /** Stays until it is closed. */
  readonly isLasting?: boolean;
}

type Offer = Omit<Toast, 'id' | 'kind'> & { readonly kind?: Toast['kind'] };

/** It stays longer while it has the pointer or the focus (WCAG 2.2.1). */
const STAY_MS = 8000;

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Replaces an equal message, unless that offers an action. */
export function showToast({ kind = 'note', ...offer }: Offer): () => void {
  lastId += 1;
  const toast = { ...offer, kind, id: lastId };
  const others = toasts.value.filter(
    ({ message, action }) => message !== toast.message || action !== undefined,
  );
  // A new box, so that screen readers announce it again.
  toasts.value = [...others, toast];
  return () => dismiss(toast.id);
}

export function Toasts() {
  return (
    // Atomic each: screen readers have announced the others.
    <div class="toasts" role="status" aria-atomic="false" aria-relevant="additions">
      {toasts.value.map((toast) => (
        <ToastBox key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastBox({ toast }: { readonly toast: Toast }) {
  const { id, isLasting = false } = toast;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hold = (): void => clearTimeout(timer.current);
  /** Unless the pointer or the focus is still there. */
  const release = (box: HTMLElement, other: ':hover' | ':focus-within'): void => {
    hold();
    if (!isLasting && !box.matches(other)) timer.current = setTimeout(() => dismiss(id), STAY_MS);
  };
  const box = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<EventTarget | null>(null);
  useLayoutEffect(
    () => () => {
      if (box.current?.contains(document.activeElement) !== true) return;
      const { current: before } = cameFrom;
      const next = before instanceof HTMLElement && before.isConnected ? before : null;
      (next ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
    },
    [],
  );
  useEffect(() => {
    if (!isLasting) timer.current = setTimeout(() => dismiss(id), STAY_MS);
    return () => clearTimeout(timer.current);
  }, [id, isLasting]);
  return (
    <div
      ref={box}
      class={`toast toast-${toast.kind}`}
      onPointerEnter={hold}
      onPointerLeave={({ currentTarget }) => release(currentTarget, ':focus-within')}
      onFocusCapture={({ relatedTarget }) => {
        hold();
        if (relatedTarget !== null && box.current?.contains(relatedTarget as Node) !== true) {
          cameFrom.current = relatedTarget;
        }
      }}
      onBlurCapture={({ currentTarget }) => release(currentTarget, ':hover')}
    >
      <span>{toast.message}</span>
      {toast.action !== undefined && (
        <Button
          kind="quiet"
          onClick={() => {
            remove(toast.id);
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon="close" label={text.value.common.close} onClick={() => dismiss(toast.id)} />
    </div>
  );
}

function dismiss(id: number): void {
  const toast = toasts.value.find((shown) => shown.id === id);
  remove(id);
  toast?.onGone?.();
}

function remove(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
