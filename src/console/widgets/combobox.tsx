import './combobox.css';
import { useId, useRef, useState } from 'preact/hooks';
import { stepCombobox, type ComboboxState } from './combobox-keys.ts';

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

interface ComboboxProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly ComboboxOption[];
  readonly onText: (text: string) => void;
  readonly onChoose: (option: ComboboxOption) => void;
  /** The announcement of the list: “3 users found”. */
  readonly countText: (count: number) => string;
  readonly emptyText: string;
  readonly isLoading?: boolean;
  readonly hint?: string | undefined;
  readonly error?: string | null | undefined;
}

const CLOSED: ComboboxState = { isOpen: false, active: null };

/** ARIA Authoring Practices, Editable Combobox With List Autocomplete. Escape first closes the list. */
export function Combobox({
  label,
  value,
  options,
  onText,
  onChoose,
  countText,
  emptyText,
  isLoading = false,
  hint,
  error,
}: ComboboxProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [state, setState] = useState(CLOSED);
  const isWrong = error !== null && error !== undefined && error !== '';
  const optionId = (index: number): string => `${id}-option-${index}`;
  const active = state.active !== null && state.active < options.length ? state.active : null;

  const choose = (option: ComboboxOption | undefined): void => {
    setState(CLOSED);
    if (option !== undefined) onChoose(option);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepCombobox(event.key, event.altKey, { ...state, active }, options.length);
    if (step === null || event.isComposing) return;
    event.preventDefault();
    if (step.kind === 'choose') return choose(options[step.index]);
    if (step.kind === 'clear') onText('');
    setState(step.kind === 'move' ? step.state : CLOSED);
    if (step.kind === 'move' && step.state.active !== null) {
      list.current?.children[step.state.active]?.scrollIntoView({ block: 'nearest' });
    }
  };
  return (
    <div class="field combobox">
      <label for={id}>{label}</label>
      <div class="combobox-box">
        <input
          id={id}
          type="text"
          role="combobox"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={value}
          aria-autocomplete="list"
          aria-expanded={state.isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={state.isOpen && active !== null ? optionId(active) : undefined}
          aria-invalid={isWrong}
          aria-describedby={`${id}-hint ${id}-error`}
          onInput={(event) => {
            setState({ isOpen: true, active: null });
            onText(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          onClick={() => setState({ isOpen: true, active: null })}
          onBlur={() => setState(CLOSED)}
        />
        <ul
          ref={list}
          id={`${id}-list`}
          class="combobox-list"
          role="listbox"
          aria-label={label}
          hidden={!state.isOpen || options.length === 0}
        >
          {options.map((option, index) => (
            <li
              key={option.value}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <span>{option.label}</span>
              {option.hint !== undefined && <span class="combobox-hint">{option.hint}</span>}
            </li>
          ))}
        </ul>
        {state.isOpen && options.length === 0 && !isLoading && value !== '' && (
          <p class="combobox-list combobox-empty">{emptyText}</p>
        )}
      </div>
      <span class="visually-hidden" role="status">
        {state.isOpen && !isLoading && value !== ''
          ? options.length === 0
            ? emptyText
            : countText(options.length)
          : ''}
      </span>
      <p id={`${id}-hint`} class="field-hint" hidden={hint === undefined}>
        {hint}
      </p>
      <p id={`${id}-error`} class="field-error" hidden={!isWrong}>
        {error}
      </p>
    </div>
  );
}
