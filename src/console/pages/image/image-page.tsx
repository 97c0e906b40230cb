import { text } from '../../state/language.ts';
import { useTitle } from '../../state/title.ts';

export function ImagePage() {
  const { image } = text.value;
  useTitle(image.title);
  return <h1>{image.title}</h1>;
}
