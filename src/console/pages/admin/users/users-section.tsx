import './users.css';
import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { api, call } from '../../../api/client.ts';
import type { User } from '../../../api/types.ts';
import { formatNumber } from '../../../state/format.ts';
import { adminText } from '../../../text/admin.ts';
import { useResource } from '../../../state/resource.ts';
import { Button } from '../../../widgets/button.tsx';
import { TextField } from '../../../widgets/field.tsx';
import { EmptyState, ErrorState } from '../../../widgets/states.tsx';
import { SectionHead } from '../section-head.tsx';
import { Pager } from './pager.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { useAccountActions } from './use-account-actions.ts';
import { UserTable } from './user-table.tsx';

const PAGE_SIZE = 20;
/** A pause in typing. */
const TYPING_MS = 200;

export function UsersSection() {
  const admin = adminText.value;
  const { users } = admin;
  const { query } = useLocation();
  const typed = useSignal(query['search'] ?? '');
  const search = useSignal(typed.value);
  const page = useSignal(1);
  const doomed = useSignal<User | null>(null);

  useEffect(() => {
    const timer = setTimeout(() => {
      if (search.value === typed.value.trim()) return;
      search.value = typed.value.trim();
      page.value = 1;
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed.value, search, page]);

  const found = useResource((signal) => {
    const asked = { search: search.value, page: page.value, page_size: PAGE_SIZE };
    return call(api.GET('/api/v1/admin/users', { params: { query: asked }, signal }));
  }, `${search.value} ${page.value}`);
  // What was found for another search is none of this one.
  const value = found.error.value === null ? found.value.value : undefined;
  const showUser = (changed: User): void => {
    const current = found.value.peek();
    if (current === undefined) return;
    const items = current.items.map((item) => (item.id === changed.id ? changed : item));
    found.set({ ...current, items });
  };
  const actions = useAccountActions(showUser, found.reload);
  const showAll = (): void => {
    typed.value = '';
    search.value = '';
    page.value = 1;
  };
  return (
    <section class="admin-section">
      <SectionHead title={admin.sections.users} />
      <div class="admin-filters">
        <TextField
          label={users.search}
          type="search"
          value={typed.value}
          hint={users.searchHint}
          onText={(next) => {
            typed.value = next;
          }}
        />
      </div>
      <p class="admin-soft" role="status">
        {value === undefined ? '\u00a0' : users.found(formatNumber(value.total))}
      </p>
      {found.error.value !== null && (
        <ErrorState error={found.error.value} onRetry={found.reload} />
      )}
      {value?.items.length === 0 && (
        <EmptyState icon="search" title={users.none}>
          <p>{users.noneHint}</p>
          <Button onClick={showAll}>{users.showAll}</Button>
        </EmptyState>
      )}
      {value !== undefined && value.items.length > 0 && (
        <UserTable
          users={value.items}
          onAction={(action, user) => {
            if (action === 'remove') doomed.value = user;
            else void actions[action](user);
          }}
        />
      )}
      {value !== undefined && (
        <Pager
          page={page.value}
          last={Math.ceil(value.total / PAGE_SIZE)}
          onPage={(next) => {
            page.value = next;
          }}
        />
      )}
      {doomed.value !== null && (
        <RemoveDialog
          user={doomed.value}
          onRemove={actions.remove}
          onClose={() => {
            doomed.value = null;
          }}
        />
      )}
    </section>
  );
}
