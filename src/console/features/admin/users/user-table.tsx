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
  readonly selected: ReadonlySet<number>;
  readonly onSelect: (ids: ReadonlySet<number>) => void;
}

const STATUS_BADGES: Readonly<Record<ManagedUser['status'], string>> = {
  active: 'admin-badge admin-badge-good',
  suspended: 'admin-badge admin-badge-bad',
  pending_deletion: 'admin-badge admin-badge-bad',
  deleting: 'admin-badge admin-badge-bad',
};

/** A row for each account; a card in a narrow window. */
export function UserTable(props: UserTableProps) {
  const { users, isBusy, onAction, selected, onSelect } = props;
  const { users: words } = adminText.value;
  const isWhole = users.every(({ id }) => selected.has(id));
  return (
    <table class="users-table" aria-busy={isBusy}>
      <thead>
        <tr>
          <th scope="col" class="users-check">
            <input
              type="checkbox"
              aria-label={words.selectAll}
              checked={isWhole}
              onChange={() => onSelect(new Set(isWhole ? [] : users.map(({ id }) => id)))}
            />
          </th>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.status}</th>
          <th scope="col">{words.role}</th>
          <th scope="col">{words.storage}</th>
          <th scope="col">{words.created}</th>
          <th scope="col">{words.lastSeen}</th>
          <th scope="col">
            <span class="visually-hidden">{words.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            onAction={onAction}
            isSelected={selected.has(user.id)}
            onSelect={() => onSelect(toggle(selected, user.id))}
          />
        ))}
      </tbody>
    </table>
  );
}

function toggle(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  return new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]);
}

interface UserRowProps {
  readonly user: ManagedUser;
  readonly onAction: OnAction;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

function UserRow({ user, onAction, isSelected, onSelect }: UserRowProps) {
  const { users: words } = adminText.value;
  const { username, email, status, role } = user;
  return (
    <tr>
      <td class="users-check">
        <input
          type="checkbox"
          aria-label={words.select(username)}
          checked={isSelected}
          onChange={onSelect}
        />
      </td>
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
      <DayCell label={words.created} moment={user.created_at} />
      <DayCell label={words.lastSeen} moment={user.last_seen_at} />
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

interface DayCellProps {
  /** Of a narrow window, which shows no heads of columns. */
  readonly label: string;
  /** Null for never. */
  readonly moment: string | null;
}

function DayCell({ label, moment }: DayCellProps) {
  const day =
    moment === null ? adminText.value.users.neverSeen : formatTime(moment, { dateStyle: 'medium' });
  return (
    <td class="users-day" data-label={label}>
      {day}
    </td>
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
