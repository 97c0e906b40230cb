import { text } from '../../state/language.ts';
import { useTitle } from '../../state/title.ts';

export function StartPage() {
  const { start } = text.value;
  useTitle(start.title);
  return <h1>{start.title}</h1>;
}
