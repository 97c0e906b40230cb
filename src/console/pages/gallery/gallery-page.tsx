import { text } from '../../state/language.ts';
import { useTitle } from '../../state/title.ts';

export function GalleryPage() {
  const { gallery } = text.value;
  useTitle(gallery.title);
  return <h1>{gallery.title}</h1>;
}
