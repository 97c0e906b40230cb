import { text } from '../../state/language.ts';
import { useTitle } from '../../state/title.ts';

export function AdminPage() {
  const { admin } = text.value;
  useTitle(admin.title);
  return <h1>{admin.title}</h1>;
}
