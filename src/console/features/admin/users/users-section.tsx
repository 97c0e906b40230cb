import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { api, call } from '../../../api/client.ts';
import type { ManagedUser } from '../../../api/types.ts';
import { formatNumber } from '../../../state/format.ts';
import { text } from '../../../text/language.ts';
import { adminText } from '../../../text/admin.ts';
import { useResource } from '../../../state/resource.ts';
import { Button } from '../../../widgets/button.tsx';
import { TextField } from '../../../widgets/field.tsx';
import { EmptyState, ErrorState } from '../../../widgets/states.tsx';
import { useTypedSearch } from '../../../widgets/use-typed-search.ts';
import { SectionHead } from '../section-head.tsx';
import type { AccountAction } from '../model/account-actions.ts';
import { LimitsDialog } from './limits-dialog.tsx';
import { Pager } from './pager.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { useAccountActions } from './use-account-actions.ts';
import { UserTable } from './user-table.tsx';

const PAGE_SIZE = 20;

export function UsersSection() {
  const admin = adminText.value;
  const { users } = admin;
  const { query, route } = useLocation();
  const search = query['search'] ?? '';
  const page = Math.max(1, Math.trunc(Number(query['page'] ?? 1)) || 1);
  const asked = useSignal<Asked | null>(null);
  const key = `${search} ${page}`;
  const found = useResource(async (signal) => {
    const asked = { search, page, page_size: PAGE_SIZE };
    const answer = await call(api.GET('/api/v1/admin/users', { params: { query: asked }, signal }));
    return { ...answer, key };
  }, key);
  const value = found.error.value === null ? found.value.value : undefined;
  // The previous result stays until the new one has loaded.
  const isBusy = value !== undefined && value.key !== key;
  const showUser = (changed: ManagedUser): void => {
    const current = found.value.peek();
    if (current === undefined) return;
    const items = current.items.map((item) => (item.id === changed.id ? changed : item));
    found.set({ ...current, items });
  };
  const actions = useAccountActions(showUser, found.reload);
  return (
    <section class="admin-section">
      <SectionHead title={admin.sections.users} />
      <div class="admin-filters">
        <SearchField search={search} onSearch={(next) => route(toAddress(next), true)} />
      </div>
      <p class="admin-soft" role="status">
        {value === undefined
          ? '\u00a0'
          : isBusy
            ? text.value.common.loading
            : users.found(formatNumber(value.total))}
      </p>
      {found.error.value !== null && (
        <ErrorState error={found.error.value} onRetry={found.reload} />
      )}
      {value?.items.length === 0 && !isBusy && (
        <EmptyState icon="search" title={users.none}>
          <p>{users.noneHint}</p>
          <Button onClick={() => route(toAddress(''), true)}>{users.showAll}</Button>
        </EmptyState>
      )}
      {value !== undefined && value.items.length > 0 && (
        <UserTable
          users={value.items}
          isBusy={isBusy}
          onAction={(action, user) => {
            if (isAsked(action)) asked.value = { action, user };
            else void actions[action](user);
          }}
        />
      )}
      {value !== undefined && (
        <Pager
          page={page}
          last={Math.ceil(value.total / PAGE_SIZE)}
          onPage={(next) => route(toAddress(search, next), true)}
        />
      )}
      {asked.value !== null && (
        <AccountDialog
          {...asked.value}
          onChanged={showUser}
          onRemove={actions.remove}
          onClose={() => {
            asked.value = null;
          }}
        />
      )}
    </section>
  );
}

/** Actions with a dialog. */
type AskedAction = 'remove' | 'limits' | 'reset';

interface Asked {
  readonly action: AskedAction;
  readonly user: ManagedUser;
}

function isAsked(action: AccountAction): action is AskedAction {
  return action === 'remove' || action === 'limits' || action === 'reset';
}

interface AccountDialogProps extends Asked {
  readonly onChanged: (user: ManagedUser) => void;
  readonly onRemove: (user: ManagedUser, typedName: string) => Promise<void>;
  readonly onClose: () => void;
}

function AccountDialog({ action, user, onChanged, onRemove, onClose }: AccountDialogProps) {
  switch (action) {
    case 'remove':
      return <RemoveDialog user={user} onRemove={onRemove} onClose={onClose} />;
    case 'limits':
      return <LimitsDialog user={user} onChanged={onChanged} onClose={onClose} />;
    case 'reset':
      return <ResetDialog user={user} onClose={onClose} />;
  }
}

function toAddress(search: string, page = 1): string {
  const parameters = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(page > 1 && { page: String(page) }),
  });
  return parameters.size === 0 ? '/admin/users' : `/admin/users?${parameters.toString()}`;
}

interface SearchFieldProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

function SearchField({ search, onSearch }: SearchFieldProps) {
  const { users } = adminText.value;
  const { typed, onText } = useTypedSearch(search, onSearch);
  return (
    <TextField
      label={users.search}
      type="search"
      value={typed}
      hint={users.searchHint}
      onText={onText}
    />
  );
}
