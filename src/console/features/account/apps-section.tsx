import './apps.css';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ApiKey, IssuedApiKey } from '../../api/types.ts';
import { explainError } from '../../state/explain-error.ts';
import { useResource } from '../../state/resource.ts';
import { isAccountLocked } from '../../state/session.ts';
import { appsText } from '../../text/apps.ts';
import { Button } from '../../widgets/button.tsx';
import { EmptyState, ErrorState } from '../../widgets/states.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { useFocusFallback } from '../../widgets/use-focus-fallback.ts';
import { KeyForm } from './key-form.tsx';
import { KeyRow } from './key-row.tsx';
import { LoadingLine } from './loading-line.tsx';
import { readKeys, rotateKey, withdrawKey } from './model/api-keys.ts';
import { NewKey } from './new-key.tsx';
import { PLUS } from '../../widgets/rare-icons.ts';

/** The keys of an account, and the settings of apps. A key's value is in this page's memory alone, until it is left. */
export function AppsSection() {
  const words = appsText.value;
  const { value, error, reload, set } = useResource(readKeys);
  const issued = useSignal<IssuedApiKey | null>(null);
  const isMaking = useSignal(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const keys = value.value;
  useFocusFallback(() => heading.current);

  const show = (key: IssuedApiKey): void => {
    issued.value = key;
    isMaking.value = false;
    const { key: _value, ...item } = key;
    const others = (keys ?? []).filter(({ id }) => id !== item.id);
    const isKnown = keys?.some(({ id }) => id === item.id) === true;
    set(isKnown ? (keys ?? []).map((old) => (old.id === item.id ? item : old)) : [item, ...others]);
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (reason) {
      showToast({ message: explainError(reason), kind: 'failure' });
      reload();
    }
  };
  const withdraw = (id: string) =>
    attempt(async () => {
      await withdrawKey(id);
      if (issued.value?.id === id) issued.value = null;
      set((value.peek() ?? []).filter((key) => key.id !== id));
      showToast({ message: words.revoked });
    });
  return (
    <section class="card account-list-card" aria-labelledby="account-keys">
      <header class="account-list-header">
        <h2 id="account-keys" ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        {!isMaking.value && !isAccountLocked.value && (
          <Button
            kind="primary"
            icon={PLUS}
            onClick={() => {
              isMaking.value = true;
              issued.value = null;
            }}
          >
            {words.create}
          </Button>
        )}
      </header>
      <p class="account-soft">{words.intro}</p>
      {isMaking.value && (
        <KeyForm
          onMade={show}
          onCancel={() => {
            isMaking.value = false;
          }}
        />
      )}
      {issued.value !== null && <NewKey key={issued.value.key} issued={issued.value} />}
      {keys === undefined && error.value === null && <LoadingLine />}
      {keys === undefined && error.value !== null && (
        <ErrorState error={error.value} onRetry={reload} />
      )}
      {keys?.length === 0 && !isMaking.value && (
        <EmptyState icon="lock" title={words.none}>
          <p>{words.noneHint}</p>
        </EmptyState>
      )}
      {keys !== undefined && keys.length > 0 && (
        <ul class="account-list">
          {keys.map((key: ApiKey) => (
            <KeyRow
              key={key.id}
              item={key}
              value={issued.value?.id === key.id ? issued.value.key : null}
              onRotate={() => attempt(async () => show(await rotateKey(key.id)))}
              onWithdraw={() => withdraw(key.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
