import { text } from '../../text/language.ts';

/** Says that something is under way, to the eye only once that takes long enough to be noticed. */
export function LoadingLine() {
  return (
    <p class="account-pending" role="status">
      {text.value.common.loading}
    </p>
  );
}
