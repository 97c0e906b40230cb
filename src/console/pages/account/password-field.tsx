import type { Ref } from 'preact';
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { text } from '../../state/language.ts';

interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly autocomplete: 'current-password' | 'new-password';
  readonly value: string;
  readonly onText: (value: string) => void;
  readonly hint?: string;
  /** What is wrong with it, in words; '' when nothing is. */
  readonly error: string;
  readonly inputRef: Ref<HTMLInputElement>;
}

/** A password, which can be shown. */
export function PasswordField({
  label,
  name,
  autocomplete,
  value,
  onText,
  hint,
  error,
  inputRef,
}: PasswordFieldProps) {
  const { account } = text.value;
  const id = useId();
  const isShown = useSignal(false);
  const described = `${hint === undefined ? '' : `${id}-hint `}${error === '' ? '' : `${id}-error`}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="account-password">
        <input
          ref={inputRef}
          id={id}
          {...(isShown.value ? ({ type: 'text' } as const) : ({ type: 'password' } as const))}
          name={name}
          value={value}
          autocomplete={autocomplete}
          autocapitalize="off"
          spellcheck={false}
          required
          aria-invalid={error !== ''}
          aria-describedby={described === '' ? undefined : described.trim()}
          onInput={(event) => onText(event.currentTarget.value)}
        />
        <button
          type="button"
          class="button button-quiet"
          aria-pressed={isShown.value}
          aria-label={account.password.show(label)}
          onClick={() => {
            isShown.value = !isShown.value;
          }}
        >
          {isShown.value ? account.password.hideWord : account.password.showWord}
        </button>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="field-hint">
          {hint}
        </p>
      )}
      {error !== '' && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
