import type { ListedImage } from './model/image-list.ts';
import { previewOf } from '../../state/preview-of.ts';
import { galleryText } from '../../text/gallery.ts';
import { Icon } from '../../widgets/icon.tsx';
import { imagePath } from './model/image-path.ts';
import { CheckMark, nameOfImage, noteOf, ImagePreview } from './image-preview.tsx';

interface GridCellProps {
  readonly image: ListedImage;
  readonly index: number;
  readonly column: number;
  readonly selected: ReadonlySet<number>;
  readonly isTabStop: boolean;
  readonly isRushing: boolean;
}

export function GridCell(props: GridCellProps) {
  const { image, index, column, selected, isTabStop, isRushing } = props;
  const name = nameOfImage(image);
  const note = noteOf(image);
  // In reading order: the note replaces an image that is not there yet.
  const said = previewOf(image) === null ? [note, name] : [name, note];
  const isSelected = selected.has(image.id);
  return (
    <div
      role="gridcell"
      class="gallery-cell"
      data-index={index}
      aria-colindex={column + 1}
      aria-selected={isSelected}
      aria-label={said.filter((part) => part !== '').join(', ')}
      tabIndex={isTabStop ? 0 : -1}
    >
      <a class="gallery-open" href={imagePath(image.id)} tabIndex={-1} draggable={false}>
        <ImagePreview key={image.id} image={image} isRushing={isRushing} />{' '}
        <span class="gallery-caption">{name}</span>
      </a>
      {image.visibility === 'private' && (
        <span class="gallery-badge">
          <Icon name="lock" />
        </span>
      )}
      <CheckMark label={galleryText.value.select(name)} isChecked={isSelected} />
    </div>
  );
}
