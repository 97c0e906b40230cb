import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import { ApiError } from '../../../../client/errors.ts';
import { CAPTCHA_FAILED, CAPTCHA_UNAVAILABLE } from '../../../../shared/error-codes.ts';
import type { PublicConfig } from '../../../api/types.ts';
import type { CaptchaAnswer, CaptchaProvider, CaptchaAction } from '../captcha/messages.ts';
import type { Resource } from '../../../state/resource.ts';

export interface Captcha {
  readonly action: CaptchaAction;
  /** The origin of the frame's messages; `null`, as text, of a sandboxed frame. */
  readonly origin: ReadonlySignal<string>;
  /** The provider; undefined until known. */
  readonly provider: ReadonlySignal<CaptchaProvider | undefined>;
  /** Whether there is a captcha; undefined until known. If unknown, the service refuses a missing answer. */
  readonly isNeeded: ReadonlySignal<boolean | undefined>;
  readonly answer: ReadonlySignal<CaptchaAnswer | null>;
  readonly isMissed: ReadonlySignal<boolean>;
  /** Increases to show a new captcha. */
  readonly round: ReadonlySignal<number>;
  readonly setAnswer: (answer: CaptchaAnswer | null) => void;
  readonly renew: () => void;
  /** Whether there is an answer or none is needed; marks a missing one. */
  readonly isMet: () => boolean;
  /** After a failure: an answer is valid once, and the provider may have changed. */
  readonly recover: (error: unknown) => void;
}

export function useCaptcha(action: CaptchaAction, config: Resource<PublicConfig>): Captcha {
  const answer = useSignal<CaptchaAnswer | null>(null);
  const isMissed = useSignal(false);
  const round = useSignal(0);
  const provider = useComputed(() => config.value.value?.captcha_provider);
  const origin = useComputed(() => config.value.value?.captcha_origin ?? 'null');
  const isNeeded = useComputed(() =>
    provider.value === undefined && config.error.value !== null
      ? false
      : provider.value && provider.value !== 'none',
  );
  const renew = (): void => {
    answer.value = null;
    round.value += 1;
  };
  return {
    action,
    origin,
    provider,
    isNeeded,
    answer,
    isMissed,
    round,
    renew,
    setAnswer: (given) => {
      answer.value = given;
      if (given !== null) isMissed.value = false;
    },
    isMet: () => {
      isMissed.value = isNeeded.value === true && answer.value === null;
      return !isMissed.value;
    },
    recover: (error) => {
      const code = error instanceof ApiError ? error.code : CAPTCHA_UNAVAILABLE;
      if (code === CAPTCHA_FAILED) config.reload();
      // Without a verdict the answer can be sent again.
      if (code !== CAPTCHA_UNAVAILABLE) renew();
    },
  };
}
