import { GUEST_PHOTOS_MAX, guests, type RefusedFile } from '../../state/guest-photos.ts';
import { startText } from '../../text/start.ts';

const SHOWN_MAX = 5;

/** Why files of the last choice do not wait. `limit` is the size of the largest file that the service takes. */
export function RefusedFiles({ limit }: { readonly limit: string | null }) {
  const { refusals, othersRefused } = startText.value;
  const { refused } = guests.value;
  const describe = ({ refusal }: RefusedFile): string => {
    if (refusal === 'too_large') return refusals.too_large(limit);
    return refusal === 'too_many' ? refusals.too_many(GUEST_PHOTOS_MAX) : refusals[refusal];
  };
  return (
    <div role="alert" class="start-refused">
      {refused.slice(0, SHOWN_MAX).map((file, place) => (
        <p key={place}>
          <strong>{file.name}</strong> {describe(file)}
        </p>
      ))}
      {refused.length > SHOWN_MAX && <p>{othersRefused(refused.length - SHOWN_MAX)}</p>}
    </div>
  );
}
