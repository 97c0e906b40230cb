import { useRef } from 'preact/hooks';
import { PAGES } from '../../../shared/pages.ts';
import { giveItems } from '../../state/given-items.ts';
import { isAccountLocked } from '../../state/session.ts';
import { galleryText } from '../../text/gallery.ts';
import { Button, LinkButton } from '../../widgets/button.tsx';
import { Icon } from '../../widgets/icon.tsx';

/** Phones convert other types to JPEG. */
const TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** The empty gallery. Files that are dropped on it are taken as on every page. */
export function DropZone() {
  const gallery = galleryText.value;
  const input = useRef<HTMLInputElement>(null);
  const isTouch = matchMedia('(pointer: coarse)').matches;
  return (
    <section class="gallery-drop-zone" aria-labelledby="gallery-drop-title">
      <Icon name="upload" />
      <h2 id="gallery-drop-title">{gallery.empty}</h2>
      <p>{isTouch ? gallery.emptyHint : gallery.emptyDropHint}</p>
      {isAccountLocked.value ? (
        <LinkButton href={PAGES.upload}>{gallery.emptyAction}</LinkButton>
      ) : (
        <Button kind="primary" onClick={() => input.current?.click()}>
          {gallery.emptyChoose}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={TYPES}
        onChange={({ currentTarget }) => {
          giveItems([...(currentTarget.files ?? [])].map((file) => ({ entry: null, file })));
          currentTarget.value = '';
        }}
      />
    </section>
  );
}
