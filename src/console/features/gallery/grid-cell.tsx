import type { ListedImage } from './model/listed-image.ts';
import { previewOf } from '../../state/preview-of.ts';
import { galleryText } from '../../text/gallery.ts';
import { Icon } from '../../widgets/icon.tsx';
import { CheckMark, nameOfImage, noteOf, ImagePreview } from './image-preview.tsx';

interface GridCellProps {
  readonly image: ListedImage | undefined;
  readonly index: number;
  readonly column: number;
  readonly widthPx: number;
  readonly targetPx: number;
  readonly selected: ReadonlySet<number>;
  readonly pathOf: (id: number) => string;
  readonly isTabStop: boolean;
  readonly isRushing: boolean;
}

export function GridCell(props: GridCellProps) {
  const { image, index, column, widthPx, targetPx, selected, pathOf, isTabStop, isRushing } = props;
  const gallery = galleryText.value;
  if (image === undefined) {
    return (
      <div
        role="gridcell"
        class="gallery-preview gallery-awaited-cell"
        data-index={index}
        aria-colindex={column + 1}
        aria-label={gallery.loadingMore}
        style={{ width: `${widthPx}px` }}
      />
    );
  }
  const name = nameOfImage(image);
  const note = noteOf(image);
  // In reading order: the note replaces an image that is not there yet.
  const hasPreview = previewOf(image) !== null;
  const said = (hasPreview ? [name, note] : [note, name]).filter((part) => part !== '').join(', ');
  const isSelected = selected.has(image.id);
  return (
    <div
      role="gridcell"
      class="gallery-cell"
      data-index={index}
      aria-colindex={column + 1}
      aria-selected={isSelected}
      aria-label={said}
      tabIndex={isTabStop ? 0 : -1}
      style={{ width: `${widthPx}px` }}
    >
      <a
        class="gallery-open"
        href={pathOf(image.id)}
        // Its name shows only while it is pointed at.
        aria-label={said}
        tabIndex={-1}
        draggable={false}
      >
        <ImagePreview key={image.id} image={image} isRushing={isRushing} targetPx={targetPx} />{' '}
        <span class="gallery-caption">{name}</span>
      </a>
      {image.visibility === 'private' && (
        <span class="gallery-badge">
          <Icon name="lock" />
        </span>
      )}
      <CheckMark label={gallery.select(name)} isChecked={isSelected} />
      {hasPreview && (
        <button
          type="button"
          class="gallery-copy"
          tabIndex={-1}
          aria-label={gallery.copyLinkOf(name)}
          title={gallery.copyLinkOf(name)}
        >
          <Icon name="link" />
        </button>
      )}
    </div>
  );
}
