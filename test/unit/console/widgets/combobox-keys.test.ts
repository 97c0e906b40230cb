import { describe, expect, it } from 'vitest';
import { stepCombobox, type ComboboxState } from '../../../../src/console/widgets/combobox-keys.ts';

const CLOSED: ComboboxState = { isOpen: false, active: null };
const openAt = (active: number | null): ComboboxState => ({ isOpen: true, active });
const moveTo = (active: number | null) => ({ kind: 'move', state: openAt(active) });

describe('a key in a combobox of three options', () => {
  it.each([
    ['ArrowDown', CLOSED, moveTo(0)],
    ['ArrowDown', openAt(null), moveTo(0)],
    ['ArrowDown', openAt(1), moveTo(2)],
    ['ArrowDown', openAt(2), moveTo(0)],
    ['ArrowUp', CLOSED, moveTo(2)],
    ['ArrowUp', openAt(null), moveTo(2)],
    ['ArrowUp', openAt(0), moveTo(2)],
    ['Enter', openAt(1), { kind: 'choose', index: 1 }],
    // Submits the form, as in any other field.
    ['Enter', openAt(null), null],
    ['Enter', CLOSED, null],
    ['Escape', openAt(1), { kind: 'close' }],
    ['Escape', CLOSED, { kind: 'clear' }],
    ['a', openAt(1), null],
    ['Home', openAt(1), null],
    ['Tab', openAt(1), null],
  ] as const)('%s, from %j', (key, state, step) => {
    expect(stepCombobox(key, false, state, 3)).toEqual(step);
  });

  it('opens and closes it with Alt, and does not move in an empty one', () => {
    expect(stepCombobox('ArrowDown', true, CLOSED, 3)).toEqual(moveTo(null));
    expect(stepCombobox('ArrowUp', true, openAt(1), 3)).toEqual({ kind: 'close' });
    expect(stepCombobox('ArrowDown', false, CLOSED, 0)).toEqual(moveTo(null));
  });
});
