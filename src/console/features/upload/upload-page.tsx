import './upload.css';
import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { uploadText } from '../../text/upload.ts';
import { isAccountLocked, user } from '../../state/session.ts';
import { useTitle } from '../../state/title.ts';
import { openQueue, queue } from './model/open-queue.ts';
import { visibility } from './model/upload-visibility.ts';
import { EmptyState } from '../../widgets/states.tsx';
import { useFocusFallback } from '../../widgets/use-focus-fallback.ts';
import { FilePicker } from './file-picker.tsx';
import { QueueSection } from './queue-section.tsx';
import { SharedPictures } from './shared-pictures.tsx';

export function UploadPage() {
  const upload = uploadText.value;
  const { query } = useLocation();
  const owner = user.value?.id;
  useTitle(upload.title);
  useEffect(() => {
    const open = async (): Promise<void> => {
      const opened = await openQueue();
      await Promise.all([opened?.learnRecipe(), opened?.adoptGuests(visibility.peek())]);
    };
    open().catch(() => undefined);
  }, [owner]);
  const heading = useRef<HTMLHeadingElement>(null);
  const queueHeading = useRef<HTMLHeadingElement>(null);
  const present = queue.value;
  useFocusFallback((gone) => {
    // Low rows replace the cards when a fourth file comes.
    const id = gone.closest<HTMLElement>('.upload-row')?.dataset['id'];
    const row = document.querySelector(`.upload-row[data-id="${id}"]`);
    return row?.querySelector<HTMLElement>('a, button') ?? queueHeading.current ?? heading.current;
  });
  const hasItems = present !== null && present.items.value.length > 0;
  return (
    <div class="upload">
      <h1 ref={heading} tabIndex={-1}>
        {upload.title}
      </h1>
      {/* The service would refuse files of a locked account. */}
      {isAccountLocked.value ? (
        <EmptyState icon="lock" title={upload.lockedTitle}>
          {present?.blocker.value?.reason !== 'locked' && <p>{upload.notices.locked}</p>}
        </EmptyState>
      ) : (
        <FilePicker recipe={present?.recipe.value ?? null} isSmall={hasItems} />
      )}
      {/* The blocker is read here: a part that removes itself would lose the focus unnoticed. */}
      {hasItems && (
        <QueueSection queue={present} blocker={present.blocker.value} heading={queueHeading} />
      )}
      <SharedPictures news={query['shared']} />
    </div>
  );
}
