import { DESCRIPTION_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '../../../shared/entry-rules.ts';
import { changeAlbum, readAlbum } from '../../api/albums.ts';
import type { Album } from '../../api/types.ts';
import { albumText } from '../../text/album-pages.ts';
import { EditableText } from '../../widgets/editable-text.tsx';
import { replaceSeen } from '../../state/seen-text.ts';
import { toLine } from '../../state/to-line.ts';

interface AlbumTextProps {
  readonly album: Album;
  readonly name: 'title' | 'description';
  readonly onChange: (album: Album) => void;
}

/** An empty title restores the stored one. */
export function AlbumTextField({ album, name, onChange }: AlbumTextProps) {
  const { id, title } = album;
  const isTitle = name === 'title';
  const label = isTitle ? albumText.value.name : albumText.value.description;
  return (
    <EditableText
      kind={isTitle ? 'title' : 'paragraphs'}
      maxLength={isTitle ? TITLE_MAX_CHARACTERS : DESCRIPTION_MAX_CHARACTERS}
      label={label}
      isLabelHidden
      placeholder={label}
      edited={{
        key: `album ${String(id)} ${name}`,
        stored: album[name],
        tidy: isTitle ? (text) => toLine(text) || title : (text) => text.trim(),
        send: (text, seen) =>
          replaceSeen({
            seen,
            tag: album.tag,
            send: (headers) => changeAlbum(id, { [name]: text }, headers),
            readLatest: () => readAlbum(id),
            textOf: (stored) => stored[name],
          }),
        read: (changed) => changed[name],
        onStored: onChange,
      }}
    />
  );
}
