import { api, call } from '../../../api/client.ts';
import type { Image } from '../../../api/types.ts';
import { formatBytes, formatNumber, formatTime } from '../../../state/format.ts';
import { formatRelative } from '../../../state/format-relative.ts';
import { announceImages } from '../../../state/image-changes.ts';
import { previewOf } from '../../../state/preview-of.ts';
import { adminText } from '../../../text/admin.ts';
import { text } from '../../../text/language.ts';
import { Button } from '../../../widgets/button.tsx';
import { Icon } from '../../../widgets/icon.tsx';
import { showToast } from '../../../widgets/toast.tsx';
import { ActionError, useAction } from '../../../widgets/use-action.tsx';
import { PersonLink } from '../person-link.tsx';

interface RowProps {
  readonly image: Image;
  /** A line of its own, such as why it was found. */
  readonly note?: string | undefined;
  readonly onChanged: () => void;
  readonly onDelete: () => void;
}

export function ImageRow({ image, note, onChanged, onDelete }: RowProps) {
  const { common } = text.value;
  const { images } = adminText.value;
  const { isBusy, error, run } = useAction();
  const { id, title, visibility } = image;
  const isPrivate = visibility === 'private';
  const atRest = image.processing_status === 'completed' || image.processing_status === 'failed';
  const hide = async (): Promise<void> => {
    await call(api.POST('/api/v1/admin/images/{id}/hide', { params: { path: { id } } }));
    showToast({ message: images.hidden(title), action: { label: common.undo, run: show } });
    announceImages();
    onChanged();
  };
  const show = (): void =>
    void run(async () => {
      const body = { visibility: 'public' } as const;
      const path = { id };
      await call(api.PATCH('/api/v1/images/{id}/visibility', { params: { path }, body }));
      showToast({ message: images.shown(title) });
      announceImages();
      onChanged();
    });
  return (
    <li class="images-row">
      <a class="images-picture" href={`/images/${String(id)}`} aria-label={images.open(title)}>
        <Preview image={image} />
      </a>
      <div class="admin-item">
        <strong>{title}</strong>
        <span class="admin-small">
          <PersonLink id={image.user_id} /> ·{' '}
          <time dateTime={image.created_at} title={formatTime(image.created_at)}>
            {formatRelative(image.created_at)}
          </time>
        </span>
        <span class="admin-small admin-soft">
          {isPrivate ? common.private : common.public} · {formatNumber(image.width)} ×{' '}
          {formatNumber(image.height)} · {formatBytes(image.file_size)} ·{' '}
          {images.views(formatNumber(image.view_count))}
        </span>
        {note !== undefined && <span class="admin-small">{note}</span>}
        <ActionError error={error.value} />
      </div>
      <div class="images-actions">
        <Button
          isBusy={isBusy.value}
          isBlocked={!atRest}
          aria-label={`${images.hide}: ${title}`}
          onClick={() => void run(hide)}
        >
          {images.hide}
        </Button>
        {isPrivate && (
          <Button
            isBusy={isBusy.value}
            isBlocked={!atRest}
            aria-label={`${images.show}: ${title}`}
            onClick={show}
          >
            {images.show}
          </Button>
        )}
        <Button isBlocked={!atRest} aria-label={`${common.delete}: ${title}`} onClick={onDelete}>
          {common.delete}
        </Button>
      </div>
    </li>
  );
}

function Preview({ image }: { readonly image: Image }) {
  const source = previewOf(image);
  if (source === null) return <Icon name="gallery" />;
  return <img src={source} alt="" loading="lazy" draggable={false} />;
}
