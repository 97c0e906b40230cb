import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import {
  readCaptchaMessage,
  type CaptchaProvider,
  type CaptchaMessage,
} from './captcha/messages.ts';
import type { Captcha } from './model/use-captcha.ts';
import { language } from '../../text/language.ts';
import { accessText } from '../../text/access.ts';
import { theme } from '../../state/theme.ts';
import { Button } from '../../widgets/button.tsx';

type State = CaptchaMessage['captcha'] | 'loading';

/** A frame that fails to load sends no message. */
const LOADING_TIMEOUT_MS = 20_000;

/** The deployment's captcha, if any. The vendor's script runs in a frame that cannot reach the page, and posts the answer. */
export function CaptchaFrame({ captcha }: { readonly captcha: Captcha }) {
  const provider = captcha.provider.value;
  if (provider === undefined || provider === 'none') return null;
  const round = `${provider} ${String(captcha.round.value)}`;
  return <Round key={round} provider={provider} captcha={captcha} />;
}

interface RoundProps {
  readonly provider: CaptchaProvider;
  readonly captcha: Captcha;
}

function Round({ provider, captcha }: RoundProps) {
  const access = accessText.value;
  const { action, isMissed, renew } = captcha;
  const latest = useRef(captcha);
  latest.current = captcha;
  const frame = useRef<HTMLIFrameElement>(null);
  const state = useSignal<State>('loading');
  // A change of language or theme must not restart it.
  const source = useRef(toSource(provider, action));
  useEffect(() => {
    const hear = (event: MessageEvent<unknown>): void => {
      const isOurs =
        event.source === frame.current?.contentWindow &&
        event.origin === latest.current.origin.peek();
      const message = isOurs ? readCaptchaMessage(event.data) : null;
      if (message === null) return;
      state.value = message.captcha;
      if (message.captcha === 'answered') latest.current.setAnswer(message.answer);
      else if (message.captcha === 'expired') latest.current.setAnswer(null);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [state]);
  const isLoading = state.value === 'loading';
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => {
      state.value = 'failed';
    }, LOADING_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isLoading, state]);
  const said = { expired: access.checkExpired, failed: access.checkFailed }[state.value as string];
  return (
    <div class="access-captcha">
      <iframe
        ref={frame}
        src={source.current}
        title={access.check}
        class={state.value === 'opened' ? 'access-captcha-open' : undefined}
      />
      <div role="alert">
        {said !== undefined && <p class="field-error">{said}</p>}
        {said === undefined && isMissed.value && <p class="field-error">{access.checkMissing}</p>}
      </div>
      {state.value === 'failed' && <Button onClick={renew}>{access.checkAgain}</Button>}
    </div>
  );
}

function toSource(provider: string, action: string): string {
  const isDark =
    theme.peek() === 'system'
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : theme.peek() === 'dark';
  const query = new URLSearchParams({
    action,
    language: language.peek(),
    theme: isDark ? 'dark' : 'light',
  });
  return `/captcha/${provider}?${query.toString()}`;
}
