import { text } from '../../state/language.ts';
import { useTitle } from '../../state/title.ts';

export function SignInPage() {
  const { access } = text.value;
  useTitle(access.title);
  return <h1>{access.title}</h1>;
}
