import { useId } from 'preact/hooks';
import { appsText } from '../../text/apps.ts';
import { KEY_SCOPES, type KeyScope } from './model/key-entry.ts';

interface ScopeBoxesProps {
  readonly scopes: readonly KeyScope[];
  readonly error: string;
  readonly onScopes: (scopes: readonly KeyScope[]) => void;
}

export function ScopeBoxes({ scopes, error, onScopes }: ScopeBoxesProps) {
  const words = appsText.value;
  const id = useId();
  return (
    <fieldset class="apps-scopes" aria-describedby={error === '' ? undefined : id}>
      <legend>{words.scopes}</legend>
      {KEY_SCOPES.map((scope) => (
        <label key={scope} class="account-check">
          <input
            type="checkbox"
            name="scopes"
            checked={scopes.includes(scope)}
            aria-invalid={error !== ''}
            onChange={({ currentTarget: { checked } }) =>
              onScopes(
                KEY_SCOPES.filter((known) => (known === scope ? checked : scopes.includes(known))),
              )
            }
          />
          {words.scopeNames[scope]}
        </label>
      ))}
      {error !== '' && (
        <p id={id} class="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
