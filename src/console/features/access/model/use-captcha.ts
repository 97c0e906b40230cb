import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import { ApiError } from '../../../../client/errors.ts';
import { CAPTCHA_FAILED, CAPTCHA_UNAVAILABLE } from '../../../../shared/error-codes.ts';
import { api, call } from '../../../api/client.ts';
import type { CaptchaAnswer, CaptchaProvider, CaptchaAction } from '../captcha/messages.ts';
import { useResource } from '../../../state/resource.ts';

export interface Captcha {
  readonly action: CaptchaAction;
  /** Whose it is; undefined until that is known. */
  readonly provider: ReadonlySignal<CaptchaProvider | undefined>;
  /** Whether there is one; undefined until that is known. Where it cannot be known, the service says so if it needs one. */
  readonly isNeeded: ReadonlySignal<boolean | undefined>;
  readonly answer: ReadonlySignal<CaptchaAnswer | null>;
  /** Whether somebody tried to go on without the answer. */
  readonly isMissed: ReadonlySignal<boolean>;
  /** Each is shown anew. */
  readonly round: ReadonlySignal<number>;
  readonly setAnswer: (answer: CaptchaAnswer | null) => void;
  readonly renew: () => void;
  /** Whether there is an answer, or none is needed; says so where it is missing. */
  readonly isMet: () => boolean;
  /** After a failure: an answer counts once, and the deployment may ask another vendor by now. */
  readonly settle: (error: unknown) => void;
}

/** The captcha of the deployment, for one action. */
export function useCaptcha(action: CaptchaAction): Captcha {
  const answer = useSignal<CaptchaAnswer | null>(null);
  const isMissed = useSignal(false);
  const round = useSignal(0);
  const config = useResource((signal) => call(api.GET('/api/v1/public/config', { signal })));
  const provider = useComputed(() => config.value.value?.captcha_provider);
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
    settle: (error) => {
      const code = error instanceof ApiError ? error.code : CAPTCHA_UNAVAILABLE;
      if (code === CAPTCHA_FAILED) config.reload();
      // Without a verdict the same answer may be shown again.
      if (code !== CAPTCHA_UNAVAILABLE) renew();
    },
  };
}
