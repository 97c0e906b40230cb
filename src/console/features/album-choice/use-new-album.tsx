import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { Album } from '../../api/types.ts';
import { TITLE_MAX_CHARACTERS } from '../../../shared/entry-rules.ts';
import { albumChoiceText } from '../../text/album-choice.ts';
import { TextField } from '../../widgets/field.tsx';
import { onceForTitle } from './model/make-album.ts';

/** A dialog's field for the title of an album to be made. */
export function useNewAlbum() {
  const words = albumChoiceText.value;
  const [makeAlbum] = useState(onceForTitle);
  const title = useSignal('');
  const isMissing = useSignal(false);
  return {
    field: (
      <TextField
        label={words.name}
        value={title.value}
        maxLength={TITLE_MAX_CHARACTERS}
        error={isMissing.value ? words.nameMissing : null}
        onText={(value) => {
          title.value = value;
          isMissing.value = false;
        }}
      />
    ),
    /** Null without a title, which the field then asks for. */
    make: async (): Promise<Album | null> => {
      const wanted = title.peek().trim();
      isMissing.value = wanted === '';
      return wanted === '' ? null : makeAlbum(wanted);
    },
  };
}
