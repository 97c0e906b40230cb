import { nameOfUser } from './model/user-names.ts';
import { adminText } from '../../text/admin.ts';

export function PersonLink({ id }: { readonly id: number }) {
  const name = nameOfUser(id);
  if (name === null) return <>{adminText.value.person(id)}</>;
  return <a href={`/admin/users?search=${encodeURIComponent(name)}`}>{name}</a>;
}
