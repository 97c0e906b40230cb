import { useSignal, type Signal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { PublicConfig } from '../../api/types.ts';
import type { Resource } from '../../state/resource.ts';
import { Button } from '../../widgets/button.tsx';
import { useAction, type Action } from '../../widgets/use-action.tsx';
import { CaptchaFrame } from './captcha-frame.tsx';
import type { CaptchaAction, CaptchaAnswer } from './captcha/messages.ts';
import type { FieldFaults } from './model/check-fields.ts';
import { useCaptcha, type Captcha } from './model/use-captcha.ts';
import { useFocusOnFault } from './model/use-focus-on-fault.ts';
import { useWaiting, type Waiting } from './model/use-waiting.ts';
import { RefusalNotice } from './refusal-notice.tsx';

interface AccessState {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly faults: Signal<FieldFaults>;
  readonly showFault: () => void;
  /** Sends unless `found` has faults, the captcha is unanswered, or the service has asked to wait. */
  readonly send: (found: FieldFaults, work: Work, onRefused: (error: unknown) => void) => void;
  readonly action: Action;
  readonly captcha: Captcha;
  readonly waiting: Waiting;
}

type Work = (answer: CaptchaAnswer | null) => Promise<void>;

/** The state of a sign-in or registration form. */
export function useAccessForm(kind: CaptchaAction, config: Resource<PublicConfig>): AccessState {
  const form = useRef<HTMLFormElement>(null);
  const faults = useSignal<FieldFaults>({});
  const showFault = useFocusOnFault(form);
  const action = useAction();
  const captcha = useCaptcha(kind, config);
  const waiting = useWaiting();
  const send: AccessState['send'] = (found, work, onRefused) => {
    faults.value = found;
    if (Object.keys(found).length > 0) return showFault();
    if (!captcha.isMet() || waiting.until.value !== null) return;
    void action.run(
      () => work(captcha.answer.value),
      (error) => {
        captcha.recover(error);
        waiting.begin(error);
        onRefused(error);
      },
    );
  };
  return { form, faults, showFault, send, action, captcha, waiting };
}

interface AccessFormProps {
  readonly state: AccessState;
  /** The error that no field explains. */
  readonly error: unknown;
  /** The words for 4030. */
  readonly denied: string;
  readonly submitLabel: string;
  readonly isDone?: boolean;
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
}

export function AccessForm(props: AccessFormProps) {
  const { state, error, denied, submitLabel, isDone = false, onSubmit, children } = props;
  const { form, action, captcha, waiting } = state;
  return (
    <form
      ref={form}
      class="access-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <CaptchaFrame captcha={captcha} />
      <RefusalNotice
        error={error}
        denied={denied}
        waitUntil={waiting.until.value}
        onWaited={waiting.end}
      />
      <Button
        type="submit"
        kind="primary"
        isBusy={isDone || action.isBusy.value}
        isBlocked={waiting.until.value !== null}
      >
        {submitLabel}
      </Button>
    </form>
  );
}
