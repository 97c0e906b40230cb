import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { api, call } from '../../../api/client.ts';
import type { Image } from '../../../api/types.ts';
import { announceImages } from '../../../state/image-changes.ts';
import { adminText } from '../../../text/admin.ts';
import { text } from '../../../text/language.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog.tsx';
import { useFocusFallback } from '../../../widgets/use-focus-fallback.ts';
import { learnNames } from '../model/user-names.ts';
import { ImageRow } from './image-row.tsx';

interface RowsProps<Item extends Image> {
  readonly items: readonly Item[];
  readonly noteOf?: (image: Item) => string;
  readonly onChanged: (id: number) => void;
  readonly onDeleted: (id: number) => void;
  /** Around the list. */
  readonly before?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Images of any accounts, with what administrators do to them. */
export function ImageRows<Item extends Image>({
  items,
  noteOf,
  onChanged,
  onDeleted,
  before,
  children,
}: RowsProps<Item>) {
  const { common } = text.value;
  const { images, sections } = adminText.value;
  const deleted = useSignal<Image | null>(null);
  const box = useRef<HTMLDivElement>(null);
  // A deleted image leaves the list with its buttons.
  useFocusFallback(() => box.current);
  const owners = [...new Set(items.map(({ user_id: owner }) => owner))];
  useEffect(() => void learnNames(owners), [owners.join()]);
  const remove = async (id: number): Promise<void> => {
    await call(api.DELETE('/api/v1/images/{id}', { params: { path: { id } } }));
    announceImages({ gone: [id] });
    onDeleted(id);
  };
  const { value: doomed } = deleted;
  return (
    <div ref={box} class="admin-section" tabIndex={-1}>
      {before}
      <ul class="admin-list" aria-label={sections.images} hidden={items.length === 0}>
        {items.map((image) => (
          <ImageRow
            key={image.id}
            image={image}
            note={noteOf?.(image)}
            onChanged={() => onChanged(image.id)}
            onDelete={() => {
              deleted.value = image;
            }}
          />
        ))}
      </ul>
      {children}
      {doomed !== null && (
        <ConfirmDialog
          title={images.deleteTitle(doomed.title)}
          action={common.delete}
          onConfirm={() => remove(doomed.id)}
          onClose={() => {
            deleted.value = null;
          }}
        >
          <p>{images.deleteText}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
