import { useMemo } from 'preact/hooks';
import type { ListedImage } from './model/listed-image.ts';
import { formatBytes, formatNumber, formatTime } from '../../state/format.ts';
import { language, text } from '../../text/language.ts';
import { galleryText } from '../../text/gallery.ts';
import { Icon } from '../../widgets/icon.tsx';
import { CheckMark, nameOfImage, noteOf, ImagePreview } from './image-preview.tsx';

export const LINE_COLUMNS = 6;

export function LineHeads() {
  const { columns } = galleryText.value;
  const heads = [
    columns.name,
    columns.visibility,
    columns.dimensions,
    columns.size,
    columns.views,
    columns.date,
  ];
  return (
    <div role="row" class="gallery-line gallery-heads" aria-rowindex={1}>
      {heads.map((head, column) => (
        <div key={head} role="columnheader" aria-colindex={column + 1}>
          {head}
        </div>
      ))}
    </div>
  );
}

interface ListLineProps {
  readonly image: ListedImage | undefined;
  readonly index: number;
  /** Among all rows. */
  readonly row: number;
  readonly topPx: number;
  readonly heightPx: number;
  readonly selected: ReadonlySet<number>;
  readonly pathOf: (id: number) => string;
  readonly isTabStop: boolean;
  readonly isRushing: boolean;
}

export function ListLine(props: ListLineProps) {
  const { image, index, row, topPx, heightPx, selected, pathOf, isTabStop, isRushing } = props;
  const facts = useMemo(
    () => (image === undefined ? null : describe(image)),
    [image, language.value],
  );
  const style = { transform: `translateY(${topPx}px)`, height: `${heightPx}px` };
  if (image === undefined || facts === null) {
    return (
      <div role="row" class="gallery-line" data-index={index} aria-rowindex={row + 2} style={style}>
        <div
          role="gridcell"
          aria-colindex={1}
          aria-colspan={LINE_COLUMNS}
          aria-label={galleryText.value.loadingMore}
        >
          <span class="gallery-preview" />
        </div>
      </div>
    );
  }
  const name = nameOfImage(image);
  const isSelected = selected.has(image.id);
  return (
    <div
      role="row"
      class="gallery-line"
      data-index={index}
      aria-rowindex={row + 2}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      style={style}
    >
      <div role="gridcell" class="gallery-line-name" aria-colindex={1}>
        <CheckMark label={galleryText.value.select(name)} isChecked={isSelected} />
        <a class="gallery-open" href={pathOf(image.id)} tabIndex={-1} draggable={false}>
          <ImagePreview key={image.id} image={image} isRushing={isRushing} />
          <span class="gallery-caption">{name}</span>
        </a>
      </div>
      <div role="gridcell" class="gallery-line-visibility" aria-colindex={2}>
        <VisibilityNote image={image} />
      </div>
      {facts.map(([kind, fact], column) => (
        <div key={kind} role="gridcell" class={`gallery-line-${kind}`} aria-colindex={column + 3}>
          {fact}
        </div>
      ))}
    </div>
  );
}

function VisibilityNote({ image }: { readonly image: ListedImage }) {
  const note = noteOf(image);
  return (
    <span class="gallery-note" data-plain={note === ''}>
      {image.visibility === 'private' && <Icon name="lock" />}
      <span>{note === '' ? text.value.common.public : note}</span>
    </span>
  );
}

function describe(image: ListedImage): readonly (readonly [kind: string, fact: string])[] {
  const gallery = galleryText.value;
  return [
    ['dimensions', `${formatNumber(image.width)} × ${formatNumber(image.height)}`],
    ['size', formatBytes(image.file_size)],
    ['views', gallery.views(image.view_count, formatNumber(image.view_count))],
    ['date', formatTime(image.created_at, { dateStyle: 'medium' })],
  ];
}
