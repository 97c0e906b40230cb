import { text } from '../../text/language.ts';

/** A loading message, visible only after a noticeable delay. */
export function LoadingLine() {
  return (
    <p class="account-pending" role="status">
      {text.value.common.loading}
    </p>
  );
}
