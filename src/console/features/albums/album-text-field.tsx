import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { DESCRIPTION_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '../../../shared/entry-rules.ts';
import { changeAlbum } from '../../api/albums.ts';
import type { Album } from '../../api/types.ts';
import { explainError } from '../../state/explain-error.ts';
import { albumText } from '../../text/album-pages.ts';
import { imageText } from '../../text/image.ts';
import { FieldFrame } from '../../widgets/field.tsx';
import { useAction } from '../../widgets/use-action.tsx';

interface AlbumTextProps {
  readonly album: Album;
  readonly name: 'title' | 'description';
  readonly onChange: (album: Album) => void;
}

/** Saved on blur and by Enter, which in a description needs Ctrl; Escape restores the stored text, as an empty title does. */
export function AlbumTextField({ album, name, onChange }: AlbumTextProps) {
  const label = name === 'title' ? albumText.value.name : albumText.value.description;
  const draft = useSignal<string | null>(null);
  const { error, run } = useAction();
  const save = (): Promise<void> =>
    run(async () => {
      const typed = draft.peek();
      const wanted = typed?.trim() ?? '';
      if (typed === null || wanted === album[name] || (name === 'title' && wanted === '')) {
        draft.value = null;
        return;
      }
      onChange(await changeAlbum(album.id, { [name]: wanted }));
      // Typed on meanwhile.
      if (draft.peek() === typed) draft.value = null;
    });
  const latest = useRef(save);
  latest.current = save;
  // A removed field does not lose the focus in every browser.
  useEffect(() => () => void latest.current(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const isSaved = event.key === 'Enter' && (name === 'title' || event.ctrlKey || event.metaKey);
    if (isSaved) void save();
    else if (event.key === 'Escape') draft.value = null;
    else return;
    event.preventDefault();
  };
  const fault = error.value;
  const field = {
    class: `album-edit album-edit-${name}`,
    value: draft.value ?? album[name],
    maxLength: name === 'title' ? TITLE_MAX_CHARACTERS : DESCRIPTION_MAX_CHARACTERS,
    placeholder: label,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => {
      draft.value = event.currentTarget.value;
    },
    onBlur: () => void save(),
    onKeyDown,
  };
  return (
    <FieldFrame
      label={label}
      isLabelHidden
      error={fault === null ? null : `${imageText.value.textUnsaved} ${explainError(fault)}`}
    >
      {(attributes) =>
        name === 'title' ? (
          <input {...attributes} {...field} autocomplete="off" />
        ) : (
          <textarea {...attributes} {...field} rows={2} />
        )
      }
    </FieldFrame>
  );
}
