import { text } from '../../state/language.ts';
import { useTitle } from '../../state/title.ts';

export function AccountPage() {
  const { account } = text.value;
  useTitle(account.title);
  return <h1>{account.title}</h1>;
}
