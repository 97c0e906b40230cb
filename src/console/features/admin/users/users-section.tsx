import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { api, call } from '../../../api/client.ts';
import type { ManagedUser } from '../../../api/types.ts';
import { formatNumber } from '../../../state/format.ts';
import { text } from '../../../text/language.ts';
import { adminText } from '../../../text/admin.ts';
import { useResource } from '../../../state/resource.ts';
import { Button } from '../../../widgets/button.tsx';
import { EmptyState, ErrorState } from '../../../widgets/states.tsx';
import { SectionHead } from '../section-head.tsx';
import type { AccountAction } from '../model/account-actions.ts';
import { readUserChoice, toUserAddress } from '../model/user-choice.ts';
import { BulkBar } from './bulk-bar.tsx';
import { LimitsDialog } from './limits-dialog.tsx';
import { Pager } from './pager.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { useAccountActions } from './use-account-actions.ts';
import { UserFilters } from './user-filters.tsx';
import { UserTable } from './user-table.tsx';

const PAGE_SIZE = 20;
const STATUS_AFTER = { suspend: 'suspended', activate: 'active' } as const;
const NOTHING: ReadonlySet<number> = new Set();

interface Selection {
  readonly key: string;
  readonly ids: ReadonlySet<number>;
}

export function UsersSection() {
  const admin = adminText.value;
  const { users } = admin;
  const { query, route } = useLocation();
  const choice = readUserChoice(query);
  const asked = useSignal<Asked | null>(null);
  const key = toUserAddress(choice);
  const selection = useSignal<Selection>({ key, ids: new Set() });
  // Another page or filter begins without a selection.
  const selected = selection.value.key === key ? selection.value.ids : NOTHING;
  const found = useResource(async (signal) => {
    const query = { ...choice, page_size: PAGE_SIZE };
    const answer = await call(api.GET('/api/v1/admin/users', { params: { query }, signal }));
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
      <UserFilters choice={choice} onChoose={(next) => route(toUserAddress(next), true)} />
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
          <Button onClick={() => route('/admin/users', true)}>{users.showAll}</Button>
        </EmptyState>
      )}
      {value !== undefined && value.items.length > 0 && (
        <UserTable
          users={value.items}
          isBusy={isBusy}
          onAction={(action, user) => {
            if (isAsked(action)) asked.value = { action, users: [user] };
            else void actions[action](user);
          }}
          selected={selected}
          onSelect={(ids) => {
            selection.value = { key, ids };
          }}
        />
      )}
      <BulkBar
        selected={(value?.items ?? []).filter(({ id }) => selected.has(id))}
        onAction={async (action, [first, ...others]) => {
          if (first === undefined) return;
          if (action === 'limits') asked.value = { action, users: [first, ...others] };
          else await actions.setStatuses([first, ...others], STATUS_AFTER[action]);
        }}
      />
      {value !== undefined && (
        <Pager
          page={choice.page}
          last={Math.ceil(value.total / PAGE_SIZE)}
          onPage={(next) => route(toUserAddress({ ...choice, page: next }), true)}
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
  readonly users: readonly [ManagedUser, ...ManagedUser[]];
}

function isAsked(action: AccountAction): action is AskedAction {
  return action === 'remove' || action === 'limits' || action === 'reset';
}

interface AccountDialogProps extends Asked {
  readonly onChanged: (user: ManagedUser) => void;
  readonly onRemove: (user: ManagedUser, typedName: string) => Promise<void>;
  readonly onClose: () => void;
}

function AccountDialog({ action, users, onChanged, onRemove, onClose }: AccountDialogProps) {
  const [user] = users;
  switch (action) {
    case 'remove':
      return <RemoveDialog user={user} onRemove={onRemove} onClose={onClose} />;
    case 'limits':
      return <LimitsDialog users={users} onChanged={onChanged} onClose={onClose} />;
    case 'reset':
      return <ResetDialog user={user} onClose={onClose} />;
  }
}
