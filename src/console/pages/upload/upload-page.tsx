import './upload.css';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { PAGES } from '../../../lib/pages.ts';
import { text } from '../../state/language.ts';
import { user } from '../../state/session.ts';
import { useTitle } from '../../state/title.ts';
import { openQueue, queue, uploadFiles } from '../../upload/open-queue.ts';
import { FilePicker } from './file-picker.tsx';
import { QueueSection } from './queue-section.tsx';

export function UploadPage() {
  const { upload } = text.value;
  const { query, route } = useLocation();
  const owner = user.value?.id;
  const isShared = query['shared'] !== undefined;
  useTitle(upload.title);
  useEffect(() => {
    void openQueue().then((opened) => opened?.learnRecipe());
  }, [owner]);
  useEffect(() => {
    if (!isShared) return;
    void import('../../upload/take-shared.ts')
      .then(({ takeShared }) => takeShared(uploadFiles))
      .finally(() => route(PAGES.upload, true));
  }, [isShared, route]);
  const present = queue.value;
  const hasItems = present !== null && present.items.value.length > 0;
  return (
    <div class="upload">
      <h1>{upload.title}</h1>
      <FilePicker recipe={present?.recipe.value ?? null} isSmall={hasItems} />
      {hasItems && <QueueSection queue={present} />}
    </div>
  );
}
