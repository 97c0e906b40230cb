import { api, call } from '../../api/client.ts';
import { formatBytes, formatNumber } from '../../state/format.ts';
import { useResource } from '../../state/resource.ts';
import { text } from '../../text/language.ts';
import { uploadText } from '../../text/upload.ts';
import { CopyField } from '../../widgets/copy-field.tsx';
import { Segments } from '../../widgets/segments.tsx';
import { writeItemLink } from './model/copy-links.ts';
import { chooseLinkForm, linkForm } from './model/link-form.ts';
import type { Item } from './model/queue-item.ts';
import type { UploadQueue } from './model/upload-queue.ts';
import { RowActions } from './row-actions.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface CardProps {
  readonly item: Item;
  readonly queue: UploadQueue;
  readonly imageId: number;
}

/** A published image with its link, where there are few: each asks the service for its size. */
export function ResultCard({ item, queue, imageId }: CardProps) {
  const { common } = text.value;
  const upload = uploadText.value;
  const { name, visibility } = item;
  const isPrivate = visibility === 'private';
  const form = linkForm.value;
  return (
    <>
      <Thumbnail item={item} queue={queue} isLarge />
      <div class="upload-row-text">
        <p class="upload-row-name" title={name}>
          <a href={`/images/${String(imageId)}`}>{name}</a>
        </p>
        <p class="upload-row-state upload-row-done">
          {isPrivate ? upload.states.donePrivate : upload.states.done}
        </p>
        <Facts imageId={imageId} sourceBytes={item.size} />
      </div>
      <RowActions item={item} queue={queue} />
      <div class="upload-result">
        <Segments
          label={upload.linkForm}
          value={form}
          options={upload.linkForms}
          onValue={chooseLinkForm}
        />
        <CopyField
          className="upload-link"
          label={upload.linkTo(name)}
          value={writeItemLink(item, form) ?? ''}
          copyName={`${common.copy}: ${name}`}
          isWorded
          isLabelHidden
        />
        {isPrivate && <p class="upload-hint">{common.privateLinks}</p>}
      </div>
    </>
  );
}

interface FactsProps {
  readonly imageId: number;
  readonly sourceBytes: number;
}

/** Bytes before and after, and the size in pixels. Keeps its line, so that nothing moves when they arrive. */
function Facts({ imageId, sourceBytes }: FactsProps) {
  const { value } = useResource(
    (signal) => call(api.GET('/api/v1/images/{id}', { params: { path: { id: imageId } }, signal })),
    imageId,
  );
  const image = value.value;
  const before = formatBytes(sourceBytes);
  if (image === undefined) return <p class="upload-facts">{before}</p>;
  const after = formatBytes(image.file_size);
  const bytes = after === before ? after : `${before} → ${after}`;
  const pixels = `${formatNumber(image.width)} × ${formatNumber(image.height)}`;
  return (
    <p class="upload-facts">
      <span>{bytes}</span>, <span>{pixels}</span>
    </p>
  );
}
