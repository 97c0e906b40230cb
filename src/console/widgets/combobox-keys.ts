/** Keys of a combobox (ARIA Authoring Practices, Editable Combobox With List Autocomplete). */

export interface ComboboxState {
  readonly isOpen: boolean;
  /** The option that Enter takes; null for the text itself. */
  readonly active: number | null;
}

export type ComboboxStep =
  | { readonly kind: 'move'; readonly state: ComboboxState }
  | { readonly kind: 'choose'; readonly index: number }
  | { readonly kind: 'close' }
  | { readonly kind: 'clear' };

/** Null for keys that the text field handles. `count` is the number of options. */
export function stepCombobox(
  key: string,
  isAlt: boolean,
  { isOpen, active }: ComboboxState,
  count: number,
): ComboboxStep | null {
  const open = (next: number | null): ComboboxStep => ({
    kind: 'move',
    state: { isOpen: true, active: count === 0 ? null : next },
  });
  switch (key) {
    case 'ArrowDown':
      if (isAlt) return open(isOpen ? active : null);
      return open(!isOpen || active === null ? 0 : (active + 1) % count);
    case 'ArrowUp':
      if (isAlt) return { kind: 'close' };
      return open(!isOpen || active === null ? count - 1 : (active + count - 1) % count);
    case 'Enter':
      return isOpen && active !== null ? { kind: 'choose', index: active } : null;
    case 'Escape':
      return isOpen ? { kind: 'close' } : { kind: 'clear' };
    default:
      return null;
  }
}
