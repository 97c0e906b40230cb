import { text } from '../../state/language.ts';
import { useTitle } from '../../state/title.ts';

export function UploadPage() {
  const { upload } = text.value;
  useTitle(upload.title);
  return <h1>{upload.title}</h1>;
}
