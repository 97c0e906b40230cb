/**
 * Deletes images with time to undo it. They are sent once the message that offers that is gone, or when the person
 * leaves: the requests outlive the page.
 */

import { ApiError } from '../../client/errors.ts';
import { api, call } from '../api/client.ts';
import { describeError } from '../state/describe-error.ts';
import { text } from '../state/language.ts';
import { beforeLeaving } from '../state/leaving.ts';
import { showToast } from '../widgets/toast.tsx';
import { announceChange } from './image-changes.ts';
import { makePendingDeletions, type Deletion } from './pending-deletions.ts';

const IMAGE_NOT_FOUND = 4041;

const deletions = makePendingDeletions(sendDeletion);
/** What takes away each message that offers to undo. */
const offers = new Set<() => void>();
beforeLeaving(async () => {
  const flushed = deletions.flush();
  // A page that is kept for the way back must not offer what is too late.
  for (const withdraw of offers) withdraw();
  await flushed;
});

/** Images that are to look deleted, in lists and on pages of their own. */
export const hiddenImages = deletions.hidden;

/** Makes images look deleted at once, and offers to undo it until they are sent. */
export function deleteLater(ids: readonly number[]): void {
  const { common, image } = text.value;
  const deletion = deletions.begin(ids);
  const withdraw = showToast({
    message: image.deleted(ids.length),
    action: {
      label: common.undo,
      run: () => {
        offers.delete(withdraw);
        deletion.undo();
      },
    },
    onGone: () => {
      offers.delete(withdraw);
      void finish(deletion);
    },
  });
  offers.add(withdraw);
}

/** Sends a deletion; what fails is there again, with why, and can be tried once more. */
async function finish(deletion: Deletion): Promise<void> {
  const { deleted, failed } = await deletion.send();
  if (deleted.length > 0) announceChange();
  const [first] = failed;
  if (first === undefined) return;
  const { common, image } = text.value;
  showToast({
    kind: 'failure',
    message: `${image.notDeleted(failed.length)} ${describeError(first.error)}`,
    action: {
      label: common.retry,
      run: () => void finish(deletions.begin(failed.map(({ id }) => id))),
    },
  });
}

async function sendDeletion(id: number): Promise<void> {
  try {
    await call(api.DELETE('/api/v1/images/{id}', { params: { path: { id } }, keepalive: true }));
  } catch (error) {
    // Somebody was first, or the answer to an earlier attempt was lost.
    if (!(error instanceof ApiError) || error.code !== IMAGE_NOT_FOUND) throw error;
  }
}
