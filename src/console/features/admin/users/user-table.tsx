import { listActions, type AccountAction } from '../model/account-actions.ts';
import type { ManagedUser } from '../../../api/types.ts';
import { formatBytes, formatNumber, formatTime } from '../../../state/format.ts';
import { adminText } from '../../../text/admin.ts';
import { user as own } from '../../../state/session.ts';
import { Email } from '../../../widgets/email.tsx';
import { Icon } from '../../../widgets/icon.tsx';
import { Menu, type MenuItem } from '../../../widgets/menu.tsx';
import { useLocation } from 'preact-iso/router';

type OnAction = (action: AccountAction, user: ManagedUser) => void;

interface UserTableProps {
  readonly users: readonly ManagedUser[];
  readonly isBusy: boolean;
  readonly onAction: OnAction;
}

const STATUS_BADGES: Readonly<Record<ManagedUser['status'], string>> = {
  active: 'admin-badge admin-badge-good',
  suspended: 'admin-badge admin-badge-bad',
  pending_deletion: 'admin-badge admin-badge-bad',
  deleting: 'admin-badge admin-badge-bad',
};

/** A row for each account; a card in a narrow window. */
export function UserTable({ users, isBusy, onAction }: UserTableProps) {
  const { users: words } = adminText.value;
  return (
    <table class="users-table" aria-busy={isBusy}>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.status}</th>
          <th scope="col">{words.role}</th>
          <th scope="col">{words.storage}</th>
          <th scope="col">{words.created}</th>
          <th scope="col">
            <span class="visually-hidden">{words.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} onAction={onAction} />
        ))}
      </tbody>
    </table>
  );
}

function UserRow({ user, onAction }: { readonly user: ManagedUser; readonly onAction: OnAction }) {
  const { users: words } = adminText.value;
  const { username, email, status, role } = user;
  return (
    <tr>
      <th scope="row">
        <span class="users-name">
          {username}
          {user.id === own.value?.id && <span class="admin-badge">{words.you}</span>}
        </span>
        <span class="users-email">
          <Email address={email} />
        </span>
      </th>
      <td>
        <span class={STATUS_BADGES[status]}>{words.statuses[status]}</span>
      </td>
      <td>{words.roles[role]}</td>
      <td class="users-storage">
        <span>
          {words.storageOf(formatBytes(user.storage_used), formatBytes(user.storage_quota))}
        </span>
        <span class="users-email">{describeImages(user)}</span>
      </td>
      <td>{formatTime(user.created_at, { dateStyle: 'medium' })}</td>
      <td class="users-actions">
        <Menu
          label={words.actionsFor(username)}
          button={<Icon name="more" />}
          items={useItems(user, onAction)}
        />
      </td>
    </tr>
  );
}

function describeImages({ image_count: count, image_limit: limit }: ManagedUser): string {
  const { users: words } = adminText.value;
  return limit === null
    ? words.pictures(formatNumber(count))
    : words.picturesOf(formatNumber(count), formatNumber(limit));
}

function useItems(user: ManagedUser, onAction: OnAction): MenuItem[] {
  const { users: words } = adminText.value;
  const { route } = useLocation();
  const actions = listActions(user, own.value?.id ?? user.id).map((action) => ({
    label: words[action],
    onSelect: () => onAction(action, user),
  }));
  const history = { label: words.history, onSelect: () => route(`/admin/audit?user=${user.id}`) };
  return [...actions, history];
}
